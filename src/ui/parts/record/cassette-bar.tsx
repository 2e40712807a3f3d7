import { useEffect } from 'react'
import { useStore } from 'zustand'
import { CassetteReplay } from '#ui/exchange/cassette/cassette-replay.tsx'
import { Button, FileButton } from '#ui/kit/button.tsx'
import { downloadText } from '#ui/kit/copy-text.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { bytesText, countText } from '#ui/model/words.ts'
import { tabCassette } from './cassette-of-tab.ts'
import { cassettePlace } from './cassette-place.tsx'
import styles from './cassette-bar.module.css'

/** Records all that this tab's requests are answered, or lets a file answer them. [RCD9] */
export function CassetteOfTab() {
  const lab = useLab()
  const tab = tabCassette(lab)
  const { replayed, refused } = useStore(tab.deck.store)
  // Not undone when the bar is not drawn: another room of the page may be open meanwhile.
  useEffect(() => tab.begin(), [tab])
  const close = (): void => {
    tab.end()
    cassettePlace(lab).close()
  }
  return (
    <section className={styles.bar} aria-label="Cassette of this tab" data-testid="tab-cassette">
      <Icon name="file" size={14} />
      {replayed === null ? (
        <Recorder />
      ) : (
        <CassetteReplay
          deck={tab.deck}
          replayed={replayed}
          note="answers the requests of this tab; tree, inspector and rail still show the server."
          onSpeed={(speed) => tab.deck.setSpeed(replayed.name, speed)}
          onEject={() => tab.deck.eject()}
        />
      )}
      {refused !== '' && <span role="alert">{refused}</span>}
      <span className={styles.space} />
      <FileButton label="Cassette that answers this tab" onFile={(file) => void tab.deck.replayFile(file, 1)}>
        Replay a cassette…
      </FileButton>
      <Button size="small" look="ghost" onClick={close}>
        Close
      </Button>
    </section>
  )
}

function Recorder() {
  const { deck } = tabCassette(useLab())
  const { isRecording, recorded, answers } = useStore(deck.store)
  return (
    <>
      <Button size="small" aria-pressed={isRecording} onClick={() => (isRecording ? deck.stop() : deck.record())}>
        {isRecording ? 'Stop recording' : 'Record the answers to this tab'}
      </Button>
      {isRecording && (
        <span role="status">{answers === 0 ? 'waits for a request' : `${countText(answers, 'answer')} so far`}</span>
      )}
      {recorded > 0 && (
        <Button
          size="small"
          look="ghost"
          onClick={() => downloadText(deck.text(), 'tab.cassette', 'application/x-ndjson')}
        >
          Download cassette, {bytesText(recorded)}
        </Button>
      )}
    </>
  )
}
