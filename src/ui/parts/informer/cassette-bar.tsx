import { useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { downloadText } from '#ui/kit/copy-text.ts'
import { Segments } from '#ui/kit/segments.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { bytesText } from '#ui/model/words.ts'
import { BenchRefused } from '#ui/trials/bench.tsx'
import { type Followed, informerBench } from './store.ts'
import styles from './informer.module.css'

const speeds = [
  { value: '1', label: '1x' },
  { value: '10', label: '10x' },
  { value: 'step', label: 'Event by event' },
] as const

const toSpeed = (value: string): number | 'step' => (value === 'step' ? 'step' : Number(value))

/** Records what the client sees as a file, and lets such a file answer in place of the server. */
export function CassetteBar({ followed }: { readonly followed: Followed }) {
  const bench = informerBench(useLab())
  const { replayed, refused } = useStore(bench.deck.store)
  return (
    <div className={styles.modes} data-testid="informer-cassette">
      {replayed === null ? <Recorder /> : <Replay followed={followed} name={replayed.name} speed={replayed.speed} />}
      <OpenCassette />
      <BenchRefused text={refused} />
    </div>
  )
}

function Recorder() {
  const bench = informerBench(useLab())
  const { isRecording, recorded } = useStore(bench.deck.store)
  return (
    <>
      <Button size="small" aria-pressed={isRecording} onClick={() => void bench.toggleRecording()}>
        {isRecording ? 'Stop recording' : 'Record from here'}
      </Button>
      {recorded > 0 && (
        <Button
          size="small"
          look="ghost"
          onClick={() => downloadText(bench.deck.text(), 'client.cassette', 'application/x-ndjson')}
        >
          Download cassette, {bytesText(recorded)}
        </Button>
      )}
    </>
  )
}

interface ReplayProps {
  readonly followed: Followed
  readonly name: string
  readonly speed: number | 'step'
}

function Replay({ followed, name, speed }: ReplayProps) {
  const bench = informerBench(useLab())
  return (
    <>
      <span>
        <b>{name}</b> answers this client; the column Server is this cluster.
      </span>
      <Segments
        label="Speed of the replay"
        choices={speeds}
        value={String(speed)}
        onChange={(value) => void bench.replayAt(toSpeed(value))}
      />
      {speed === 'step' && (
        <Button size="small" onClick={() => bench.deck.step()}>
          Next event
        </Button>
      )}
      <Button size="small" look="ghost" onClick={() => void bench.eject(followed)}>
        Back to the server
      </Button>
    </>
  )
}

/** Chooses the file of a cassette. */
function OpenCassette() {
  const bench = informerBench(useLab())
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" look="ghost" onClick={() => input.current?.click()}>
        Replay a cassette…
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        data-testid="informer-cassette-file"
        aria-label="Cassette to replay"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) void bench.replayFile(file)
          target.value = ''
        }}
      />
    </>
  )
}
