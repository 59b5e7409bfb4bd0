/** The theme of the documentation: VitePress' own with the fonts of the reader's machine and our colours. */
import Theme from "vitepress/theme-without-fonts"
import "./theme.css"

export default Theme
