import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { packMoment } from '#share/pack-moment.ts'
import { linkCharactersComfortable } from '#share/limits.ts'
import { Button } from '#ui/kit/button.tsx'
import { copyText } from '#ui/kit/copy-text.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { bytesText } from '#ui/model/words.ts'
import { downloadMoment } from './download-moment.ts'
import { chosenMoment } from './gather.ts'
import { addressOf, shareStore } from './share-store.ts'
import styles from './link-line.module.css'

const CHAT_CHARACTERS = 2048
const COPIED_MS = 2000

/** Copies a text, and says so on its button for two seconds. */
export function CopyButton({
  text,
  label,
  look,
}: {
  readonly text: string
  readonly label: string
  readonly look?: 'primary'
}) {
  const [said, setSaid] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async (): Promise<void> => {
    setSaid((await copyText(text)) ? 'Copied' : 'The browser refused')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSaid(''), COPIED_MS)
  }
  return (
    <>
      <Button icon="copy" {...(look === undefined ? {} : { look })} onClick={() => void copy()}>
        {said === '' ? label : said}
      </Button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  )
}

/** The link with its size; a link that chats do not take gives way to the file. [SH12] */
export function LinkLine() {
  const lab = useLab()
  const { link, gathered, choices } = useStore(shareStore(lab))
  const isLong = link.length > linkCharactersComfortable
  const share = Math.min(1, link.length / linkCharactersComfortable)
  const whole = gathered === null ? 0 : packMoment(chosenMoment(gathered, choices)).length
  return (
    <>
      <div className={styles.line}>
        {isLong ? (
          <>
            <p className={styles.long}>
              <b>Too long for a link.</b> Chats and mail cut it off; a file holds everything.
            </p>
            <Button look="primary" icon="drop" onClick={() => downloadMoment(lab)}>
              Download file
            </Button>
          </>
        ) : (
          <>
            <input className={styles.link} readOnly aria-label="Link" value={addressOf(link)} />
            <CopyButton look="primary" label="Copy link" text={addressOf(link)} />
          </>
        )}
      </div>
      <div className={styles.meter}>
        <div
          className={styles.bar}
          role="img"
          aria-label={`The link has ${bytesText(link.length)}; up to 2 kB every chat takes it, above 8 kB send a file`}
        >
          <i style={{ width: `${share * 100}%` }} data-long={isLong} />
          <u style={{ left: `${(CHAT_CHARACTERS / linkCharactersComfortable) * 100}%` }} />
          <u style={{ left: '100%' }} />
        </div>
        <span className={styles.size}>
          <b>{bytesText(link.length)}</b>
          <small>from {bytesText(whole)}</small>
        </span>
        <span className={styles.chat} aria-hidden="true">
          2 kB <small>any chat</small>
        </span>
        <span className={styles.file} aria-hidden="true">
          8 kB <small>above: a file</small>
        </span>
      </div>
    </>
  )
}
