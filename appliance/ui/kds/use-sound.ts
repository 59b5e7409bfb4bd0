/** Sounds of a kitchen screen, generated in the browser. Browsers allow sound only after the first tap. */
import { useCallback, useEffect, useRef, useState } from "react"
import { recall, remember } from "../../../ui/remember.ts"

const KEY = "brasa.kds.muted"
const VOLUME = 0.5
const FADE_S = 0.28

/** Rising for a new ticket, falling for one that is void. */
const TONES = { new: [660, 880, 1320], void: [620, 330] } as const
type Ring = keyof typeof TONES

export interface Sound {
  readonly muted: boolean
  /** Sound is blocked until somebody taps this page. */
  readonly blocked: boolean
  readonly toggle: () => void
  readonly ring: (what: Ring) => void
}

export function useSound(): Sound {
  const audio = useRef<AudioContext | null>(null)
  const [muted, setMuted] = useState(() => recall<boolean>(KEY) ?? false)
  const [blocked, setBlocked] = useState(true)
  const wake = useCallback(() => {
    audio.current ??= new AudioContext()
    const context = audio.current
    void context.resume().then(() => setBlocked(context.state !== "running"))
  }, [])
  useEffect(() => {
    // On a managed device the browser may allow sound from the start.
    wake()
    // On release, not on touch: unlocking changes the page and must not move the button under the finger.
    window.addEventListener("click", wake)
    window.addEventListener("keydown", wake)
    return () => {
      window.removeEventListener("click", wake)
      window.removeEventListener("keydown", wake)
    }
  }, [wake])
  const toggle = useCallback(() => {
    setMuted((before) => {
      remember(KEY, !before)
      return !before
    })
  }, [])
  const ring = useCallback(
    (what: Ring) => {
      const context = audio.current
      if (muted || context?.state !== "running") return
      TONES[what].forEach((tone, index) => {
        play(context, tone, index * FADE_S)
      })
    },
    [muted],
  )
  return { muted, blocked, toggle, ring }
}

function play(context: AudioContext, tone: number, afterS: number): void {
  const start = context.currentTime + afterS
  const [voice, volume] = [context.createOscillator(), context.createGain()]
  voice.frequency.value = tone
  volume.gain.setValueAtTime(VOLUME, start)
  volume.gain.exponentialRampToValueAtTime(0.01, start + FADE_S)
  voice.connect(volume).connect(context.destination)
  voice.start(start)
  voice.stop(start + FADE_S)
}
