import { useStore } from 'zustand'
import { Button, FileButton } from '#ui/kit/button.tsx'
import { downloadText } from '#ui/kit/copy-text.ts'
import { CassetteReplay } from '#ui/exchange/cassette/cassette-replay.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { bytesText } from '#ui/model/words.ts'
import { BenchRefused } from '#ui/trials/bench.tsx'
import { type Followed, informerBench } from './store.ts'
import styles from './informer.module.css'

/** Records what the client sees as a file, and lets such a file answer in place of the server. */
export function CassetteBar({ followed }: { readonly followed: Followed }) {
  const bench = informerBench(useLab())
  const { replayed, refused } = useStore(bench.deck.store)
  return (
    <div className={styles.modes} data-testid="informer-cassette">
      {replayed === null ? (
        <Recorder />
      ) : (
        <CassetteReplay
          deck={bench.deck}
          replayed={replayed}
          note="answers this client; the column Server is this cluster."
          onSpeed={(speed) => void bench.replayAt(speed)}
          onEject={() => void bench.eject(followed)}
        />
      )}
      <FileButton label="Cassette to replay" onFile={(file) => void bench.replayFile(file)}>
        Replay a cassette…
      </FileButton>
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
