import { useState } from 'react'
import { Button } from '#ui/kit/button.tsx'
import { copyText } from '#ui/kit/copy-text.ts'
import styles from './terminal.module.css'

interface CopiedLineProps {
  readonly label: string
  readonly text: string
}

/** A line of text with a button that copies it. */
export function CopiedLine({ label, text }: CopiedLineProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <code className={styles.command}>{text}</code>
        <CopyButton name={label} text={text} />
      </dd>
    </>
  )
}

/** Copies `text` and says so. */
export function CopyButton({ name, text }: { readonly name: string; readonly text: string }) {
  const [copied, setCopied] = useState('')
  const copy = async (): Promise<void> => setCopied((await copyText(text)) ? 'Copied' : 'Not allowed')
  return (
    <Button size="small" look="ghost" icon="copy" aria-label={`Copy ${name}`} onClick={() => void copy()}>
      <span role="status">{copied === '' ? 'Copy' : copied}</span>
    </Button>
  )
}
