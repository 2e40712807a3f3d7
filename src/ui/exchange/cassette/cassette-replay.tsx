import type { ReplaySpeed } from '#record/player.ts'
import { Button } from '#ui/kit/button.tsx'
import { Segments } from '#ui/kit/segments.tsx'
import type { CassetteDeck } from './cassette-store.ts'

const speeds = [
  { value: '1', label: '1x' },
  { value: '10', label: '10x' },
  { value: 'step', label: 'Event by event' },
] as const

const toSpeed = (value: string): ReplaySpeed => (value === 'step' ? 'step' : Number(value))

interface ReplayProps {
  readonly deck: CassetteDeck
  readonly replayed: { readonly name: string; readonly speed: ReplaySpeed }
  /** Continues the sentence that begins with the name of the file. */
  readonly note: string
  readonly onSpeed: (speed: ReplaySpeed) => void
  readonly onEject: () => void
}

/** The file that answers in place of the server, its speed, and the way back. */
export function CassetteReplay({ deck, replayed: { name, speed }, note, onSpeed, onEject }: ReplayProps) {
  return (
    <>
      <span>
        <b>{name}</b> {note}
      </span>
      <Segments
        label="Speed of the replay"
        choices={speeds}
        value={String(speed)}
        onChange={(value) => onSpeed(toSpeed(value))}
      />
      {speed === 'step' && (
        <Button size="small" onClick={() => deck.step()}>
          Next event
        </Button>
      )}
      <Button size="small" look="ghost" onClick={onEject}>
        Back to the server
      </Button>
    </>
  )
}
