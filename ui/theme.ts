/** The one look of all the pages: ember on warm paper, large targets, contrast of at least AA. */
import { Button, colorsTuple, createTheme, Modal, NumberInput, Select, Textarea, TextInput } from "@mantine/core"

/** Never below 48 px high: a finger, not a mouse. */
const TARGET = "lg"

export const theme = createTheme({
  primaryColor: "ember",
  primaryShade: 7,
  colors: {
    ember: [
      "#fff3ec",
      "#ffe3d3",
      "#ffc4a3",
      "#ffa26f",
      "#fb8344",
      "#f26d28",
      "#d9541a",
      "#b84012",
      "#93330f",
      "#6f260b",
    ],
    good: colorsTuple("#1c6b3c"),
    bad: colorsTuple("#b3261e"),
  },
  fontFamily: "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif",
  defaultRadius: "md",
  focusRing: "auto",
  cursorType: "pointer",
  components: {
    Button: Button.extend({ defaultProps: { size: TARGET } }),
    TextInput: TextInput.extend({ defaultProps: { size: TARGET } }),
    NumberInput: NumberInput.extend({ defaultProps: { size: TARGET } }),
    Textarea: Textarea.extend({ defaultProps: { size: TARGET } }),
    Select: Select.extend({ defaultProps: { size: TARGET, allowDeselect: false } }),
    Modal: Modal.extend({
      defaultProps: { centered: true, padding: "lg", radius: "lg" },
      styles: { close: { width: 48, height: 48 } },
    }),
  },
})
