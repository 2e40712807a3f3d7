import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import { type Exchange, whyNot, whyUnticked } from '#record/exchange.ts'
import { Button, classes } from '#ui/kit/button.tsx'
import { copyText, downloadText } from '#ui/kit/copy-text.ts'
import { Segments } from '#ui/kit/segments.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText } from '#ui/model/words.ts'
import { openCassette } from './cassette-place.tsx'
import { formats, isRecordFormat, recordStore } from './store.ts'
import styles from './record.module.css'

const choices = Object.entries(formats).map(([value, { label }]) => ({ value, label }))

/** Chooses requests of the session and shows the file that they become. */
export function RecordSheet({ close }: { readonly close: () => void }) {
  const lab = useLab()
  const store = recordStore(lab)
  const { exchanges, ticked } = useStore(store)
  useEffect(() => {
    store.start()
    return store.follow()
  }, [store])
  return (
    <Sheet label="Record as test" onClose={close} className={styles.sheet}>
      <SheetHead
        title="Record as test"
        note={`${countText(ticked.size, 'request')} of ${exchanges.length}`}
        onClose={close}
      />
      <div className={styles.body}>
        <fieldset className={styles.list}>
          <legend className="visually-hidden">Requests</legend>
          {exchanges.length === 0 && <p>No requests yet. Change an object, or send one in the tab Request.</p>}
          {exchanges.map((exchange) => (
            <Row key={exchange.id} exchange={exchange} />
          ))}
        </fieldset>
        <Made />
        <p className={styles.streams}>
          <span>Streams, and all other answers to this tab, become a cassette.</span>
          <Button
            size="small"
            onClick={() => {
              close()
              openCassette(lab)
            }}
          >
            Cassette…
          </Button>
        </p>
      </div>
    </Sheet>
  )
}

function Row({ exchange }: { readonly exchange: Exchange }) {
  const store = recordStore(useLab())
  const isTicked = useStore(store, ({ ticked }) => ticked.has(exchange.id))
  const { id, method, target, status, actor, wrote } = exchange
  const reason = whyNot(exchange)
  const note = reason === '' ? whyUnticked(exchange) : reason
  return (
    <label className={classes(styles.row, reason !== '' && styles.isOut)} title={`${method} ${target}`}>
      <input type="checkbox" checked={isTicked} disabled={reason !== ''} onChange={() => store.toggle(id)} />
      <code>{method}</code>
      <code className={styles.target}>{target}</code>
      <b className={classes(status >= 400 && styles.isRefused)}>{status}</b>
      <small>
        {actor}
        {wrote > 0 && `, revision ${wrote}`}
        {note !== '' && ` · ${note}`}
      </small>
    </label>
  )
}

/** The made file with its form, and what can be done with it. */
function Made() {
  const field = useId()
  const store = recordStore(useLab())
  const { title, format, text, refused, ticked } = useStore(store)
  const [copied, setCopied] = useState('')
  const { file } = formats[format]
  const copy = async (): Promise<void> => setCopied((await copyText(text)) ? 'Copied' : 'Not allowed')
  return (
    <section className={styles.made} aria-label="Preview">
      <div className={styles.tools}>
        <label htmlFor={field}>Title</label>
        <input
          className={styles.title}
          id={field}
          value={title}
          onChange={(event) => store.setTitle(event.target.value)}
        />
        <Segments
          label="Form"
          choices={choices}
          value={format}
          onChange={(value) => {
            setCopied('')
            if (isRecordFormat(value)) store.setFormat(value)
          }}
        />
      </div>
      {refused !== '' && <p role="alert">{refused}</p>}
      {/* Scrolls by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={file} className={styles.text}>
        {ticked.size === 0 ? 'Tick at least one request.' : text}
      </pre>
      <div className={styles.tools}>
        <span className={styles.note}>Versions are relations, never numbers. Values of Secrets are left out.</span>
        <Button icon="copy" disabled={text === ''} onClick={() => void copy()}>
          <span role="status">{copied === '' ? 'Copy' : copied}</span>
        </Button>
        <Button
          look="primary"
          icon="drop"
          disabled={text === ''}
          onClick={() => downloadText(text, file, format === 'scenario' ? 'application/json' : 'text/plain')}
        >
          Download {file}
        </Button>
      </div>
    </section>
  )
}
