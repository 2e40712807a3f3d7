import { useEffect, useRef, useState } from 'react'
import type { DiffEditor } from '#editor/load-editor.ts'
import { loadEditor } from '#editor/load-editor.ts'
import styles from './diff.module.css'

interface DiffTextProps {
  readonly before: string
  readonly after: string
  readonly sideBySide: boolean
}

/** Shows two texts side by side or inline. */
export function DiffText({ before, after, sideBySide }: DiffTextProps) {
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<DiffEditor | null>(null)
  useEffect(() => {
    let gone = false
    let made: DiffEditor | null = null
    void loadEditor().then(({ createDiffEditor }) => {
      if (gone || host.current === null) return
      made = createDiffEditor(host.current, { language: 'yaml', label: 'Object', sideBySide: true })
      setEditor(made)
    })
    return () => {
      gone = true
      made?.dispose()
    }
  }, [])
  useEffect(() => editor?.setTexts(before, after), [editor, before, after])
  useEffect(() => editor?.setSideBySide(sideBySide), [editor, sideBySide])
  return <div className={styles.text} ref={host} data-testid="diff-text" />
}
