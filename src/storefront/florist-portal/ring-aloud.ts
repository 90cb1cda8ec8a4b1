import { recall, remember } from '#src/lib/browser-storage.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'

// While the page is open, a phone rings aloud until it is touched, and its screen stays awake while an order waits.

/** Kept in a browser whose florist wants to hear it. */
const ALOUD = 'florist-ring-aloud'
/** Nobody is there: what rings longer only uses up the battery. */
const LONGEST_MS = 3 * 60_000
const BEAT_MS = 900
const VOLUME = 0.9

let sound: AudioContext | null = null
let stopRinging: (() => void) | null = null

/** True where it can be asked for and was not. */
export const mayAskAloud = () => 'AudioContext' in window && recall('localStorage', ALOUD) === null

/** Browsers make a sound only after a touch: this is one. */
export function allowAloud(): void {
  remember('localStorage', ALOUD, 'yes')
  wakeSound()
  beat()
}

function wakeSound(): void {
  if (!('AudioContext' in window) || recall('localStorage', ALOUD) === null) return
  sound ??= new AudioContext()
  sound.resume().catch(() => {})
}

/** Two tones, as a bell has. */
function beat(): void {
  if (sound?.state !== 'running') return
  for (const [hertz, after] of [
    [880, 0],
    [1175, 0.22],
  ] as const) {
    const start = sound.currentTime + after
    const tone = new OscillatorNode(sound, { type: 'square', frequency: hertz })
    const loudness = new GainNode(sound, { gain: VOLUME })
    loudness.gain.setTargetAtTime(0, start + 0.15, 0.05)
    tone.connect(loudness).connect(sound.destination)
    tone.start(start)
    tone.stop(start + 0.5)
  }
}

/** Rings until the page is touched; quiet where no sound was allowed. */
export function ringAloud(): void {
  if (sound?.state !== 'running') return
  stopRinging?.()
  const ringing = new AbortController()
  stopRinging = () => ringing.abort()
  const { signal } = ringing
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, stopRinging, { signal })
  const timer = setInterval(() => {
    beat()
    navigator.vibrate?.(BEAT_MS / 2)
  }, BEAT_MS)
  const end = setTimeout(stopRinging, LONGEST_MS)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    clearTimeout(end)
    navigator.vibrate?.(0)
  })
  beat()
}

export const stopRing = () => stopRinging?.()

/** True while the screen is to stay awake. */
let wanted = false
let lock: WakeLockSentinel | null = null

/** Keeps the screen awake while an order waits for an answer. A browser lets go of it whenever the page is hidden. */
export function stayAwake({ view }: Pick<FloristOrder, 'view'>, rings: boolean): void {
  wanted = rings && view === 'asked'
  followWish()
}

async function followWish(): Promise<void> {
  if (!wanted) return lock?.release()
  if (document.hidden || (lock && !lock.released) || !('wakeLock' in navigator)) return
  // Refused with an empty battery, for example: the screen goes dark as it would anyway.
  lock = await navigator.wakeLock.request('screen').catch(() => null)
  if (!wanted) await lock?.release()
}

addEventListener('pointerdown', wakeSound)
addEventListener('keydown', wakeSound)
document.addEventListener('visibilitychange', followWish)
