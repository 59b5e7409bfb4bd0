/** The product's logo and name. */
import { Group, Text } from "@mantine/core"

export function Brand({ large = false }: { large?: boolean }) {
  const size = large ? 40 : 26
  return (
    <Group gap={large ? 12 : 8} wrap="nowrap" className="brand">
      <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
        <path
          d="M16 2c1.200 7 8.500 9.500 8.500 17.500a8.500 8.500 0 0 1-17 0c0-3.600 1.800-6 3.600-8.500.6 2.400 1.800 3.600 3 3.600 1.200-3.600-.6-8.400 1.900-12.600z"
          fill="#f26d28"
        />
        <path d="M16 17c.5 3 3.500 4 3.500 7a3.500 3.500 0 0 1-7 0c0-3 3-4 3.500-7z" fill="#ffc4a3" />
      </svg>
      <Text fw={800} fz={large ? 30 : 20} lh={1}>
        Brasa
      </Text>
    </Group>
  )
}
