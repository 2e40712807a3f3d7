import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { readText } from '#ui/kit/files/read-text.ts'
import { leavePage } from '#ui/lab/page/leave-page.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { openShared } from './open-link.ts'
import styles from './open-shared.module.css'

/** Opens a pasted link or a chosen file as a cluster of its own. [SH10] */
export function OpenSharedSheet({ close }: { readonly close: () => void }) {
  const lab = useLab()
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [refused, setRefused] = useState('')
  const open = async (content: string): Promise<void> => {
    const result = await openShared(lab.read, content)
    if (result.type === 'refused') setRefused(result.words)
    else leavePage(result.search)
  }
  const openFile = async (file: File | undefined): Promise<void> => {
    const read = file === undefined ? { text: '' } : await readText(file)
    if ('problem' in read) setRefused(read.problem)
    else if (file !== undefined) await open(read.text)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void open(text)
  }
  return (
    <Sheet label="Open a link or file" onClose={close} className={styles.sheet}>
      <SheetHead title="Open a link or file" note="as a cluster of its own; yours stay as they are" onClose={close} />
      <form className={styles.form} onSubmit={submit}>
        <label htmlFor={id}>Link</label>
        <input
          id={id}
          className={styles.link}
          value={text}
          placeholder="…#l=1.eNq…"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        {refused !== '' && (
          <p role="alert" className={styles.refused}>
            {refused}
          </p>
        )}
        <div className={styles.buttons}>
          <Button onClick={() => chooser.current?.click()}>Choose a file</Button>
          <Button look="primary" type="submit" disabled={text.trim() === ''}>
            Open
          </Button>
        </div>
        <input
          ref={chooser}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="File"
          accept=".json,application/json"
          onChange={({ target }) => void openFile(target.files?.[0])}
        />
      </form>
    </Sheet>
  )
}
