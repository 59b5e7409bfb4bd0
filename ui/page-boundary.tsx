/** A fault of the page itself leaves no blank screen: it says so and loads the page again, by itself as well, since nobody stands at a kitchen's wall. */
import { Button, Center, Stack, Text, Title } from "@mantine/core"
import { Component, type ReactNode, useEffect } from "react"
import { Icon } from "./icons.tsx"
import { useLanguage } from "./language.tsx"

/** Long enough to be read; what is on the device and at the box stays. */
const RELOAD_MS = 5_000

interface PageBoundaryProps {
  readonly children: ReactNode
}

export class PageBoundary extends Component<PageBoundaryProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

function Broken() {
  const { t } = useLanguage()
  const reload = () => window.location.reload()
  useEffect(() => {
    const timer = setTimeout(reload, RELOAD_MS)
    return () => clearTimeout(timer)
  })
  return (
    <Center className="welcome" role="alert">
      <Stack align="center">
        <Icon name="alert" size={34} />
        <Title order={1} size="h2" ta="center">
          {t("common.broken")}
        </Title>
        <Text ta="center">{t("common.brokenText")}</Text>
        <Button onClick={reload}>{t("common.reload")}</Button>
      </Stack>
    </Center>
  )
}
