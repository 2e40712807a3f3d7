import { useState } from 'react'
import { type ConvertedFlags, flagsToFiles } from '#config/flags-to-files.ts'
import { Button } from '#ui/kit/button.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { openTexts } from '#ui/rooms/config/state/file-actions.ts'
import { fileOfKind } from '#ui/rooms/config/state/files.ts'
import { useRoom, useRoomState } from '#ui/rooms/config/state/use-room.ts'
import styles from './flags.module.css'

const example = `orch-apiserver
  --oidc-issuer-url=https://login.example.test
  --oidc-client-id=orchard
  --oidc-username-claim=email
  --oidc-groups-claim=groups
  --authorization-mode=Node,RBAC
`

/** Converts command-line flags of an API server to equivalent files, and lists the differences. [CB8] */
export function FlagsSheet() {
  const room = useRoom()
  const files = useRoomState((state) => state.world?.files)
  const [text, setText] = useState('')
  const close = () => room.store.closeFlags()
  const converted = flagsToFiles(text, {
    readFile: (path) => (files !== undefined && Object.hasOwn(files, path) ? files[path] : undefined),
  })
  return (
    <Sheet label="From flags" className={styles.sheet} onClose={close}>
      <SheetHead title="From flags" note="a command line, a list of flags, or a manifest with them" onClose={close} />
      <div className={styles.both}>
        <div className={styles.flags}>
          <textarea
            aria-label="Flags"
            placeholder={example}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {text === '' && (
            <p>
              <Button size="small" look="ghost" onClick={() => setText(example)}>
                Use this example
              </Button>
            </p>
          )}
        </div>
        <div className={styles.result} aria-live="polite">
          <Result converted={converted} isEmpty={text.trim() === ''} />
        </div>
      </div>
      <footer className={styles.foot}>
        <span>Files become drafts; the running files do not change.</span>
        <Button
          look="primary"
          disabled={converted.files.length === 0}
          onClick={() => {
            openTexts(
              room,
              converted.files.map((file) => file.text),
            )
            close()
          }}
        >
          {converted.files.length > 1 ? 'Open both as drafts' : 'Open as draft'}
        </Button>
      </footer>
    </Sheet>
  )
}

interface ResultProps {
  readonly converted: ConvertedFlags
  readonly isEmpty: boolean
}

function Result({ converted: { files, notes, problems, replaced }, isEmpty }: ResultProps) {
  if (isEmpty) return <p className={styles.quiet}>The files are shown here.</p>
  return (
    <>
      {problems.map((problem) => (
        <p key={problem} className={styles.problem}>
          {problem}
        </p>
      ))}
      {files.length === 0 && problems.length === 0 && (
        <p className={styles.quiet}>None of these flags belongs to authentication or authorization.</p>
      )}
      {files.map(({ kind, flag, text }) => (
        <section key={kind}>
          <h3>
            {fileOfKind(kind)?.name} <code>{flag}</code>
          </h3>
          <pre>{text}</pre>
        </section>
      ))}
      {notes.length > 0 && (
        <section>
          <h3>Notes</h3>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      {replaced.length > 0 && (
        <section>
          <h3>Flags to remove</h3>
          <p className={styles.gone}>
            {replaced.map((flag) => (
              <code key={flag}>{flag}</code>
            ))}
          </p>
        </section>
      )}
    </>
  )
}
