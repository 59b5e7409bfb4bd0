/** The theme of all pages: warm colours, large touch targets, contrast of at least AA. */
import { createTheme, type MantineColorsTuple } from "@mantine/core"

/** At least 48 px high, for fingers. */
const TARGET = "lg"

/** Ten shades: Mantine uses the 4th and 5th for text in dark mode, the 8th in light mode, and the 1st as background. */
function byDayAndNight(day: string, night: string, pale: string): MantineColorsTuple {
  return [pale, pale, pale, night, night, day, day, day, day, day]
}

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
    // Warm greys instead of Mantine's cold ones, for fields, switches and disabled elements.
    gray: [
      "#f8f4ef",
      "#f1ebe4",
      "#e9e0d7",
      "#dfd5cb",
      "#cfc3b8",
      "#a8988b",
      "#8b7d72",
      "#665b53",
      "#453c36",
      "#261d18",
    ],
    dark: [
      "#f6eee7",
      "#c3b5a9",
      "#a8988b",
      "#6b5a4d",
      "#45392f",
      "#362c25",
      "#2b231e",
      "#221b17",
      "#1b1512",
      "#120e0b",
    ],
    good: byDayAndNight("#1c6b3c", "#7fd39b", "#e7f3ea"),
    bad: byDayAndNight("#b3261e", "#ff9a90", "#fdebe8"),
  },
  fontFamily: "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif",
  defaultRadius: "md",
  focusRing: "auto",
  cursorType: "pointer",
  // By name, not by `Button.extend`, so that a page ships only the components that it uses.
  components: {
    Button: { defaultProps: { size: TARGET } },
    TextInput: { defaultProps: { size: TARGET } },
    PasswordInput: { defaultProps: { size: TARGET } },
    NumberInput: { defaultProps: { size: TARGET } },
    Textarea: { defaultProps: { size: TARGET } },
    NativeSelect: { defaultProps: { size: TARGET } },
    Select: { defaultProps: { size: TARGET, allowDeselect: false } },
    Modal: {
      // On a low screen a dialog takes almost the whole height.
      defaultProps: { centered: true, padding: "lg", radius: "lg", yOffset: "clamp(6px, 12dvh - 66px, 5dvh)" },
      styles: { title: { fontSize: 22, fontWeight: 700, lineHeight: 1.25 }, close: { width: 48, height: 48 } },
    },
  },
})
