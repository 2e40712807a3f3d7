import { useState } from 'react'
import { useStore } from 'zustand'
import { Segments } from '#ui/kit/segments.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { cellParts, embedSnippet } from './embed-snippet.ts'
import { CopyButton } from './link-line.tsx'
import { shareStore } from './share-store.ts'
import styles from './share.module.css'

/** The HTML that shows parts of the moment in another page. [EM1] */
export function EmbedPane() {
  const { gathered, link } = useStore(shareStore(useLab()))
  const [show, setShow] = useState<string>('rail,yaml')
  if (gathered === null) return null
  const { object } = gathered.view
  const named = object === null ? '' : [object.resourceId, object.namespace, object.name].filter(Boolean).join('/')
  const text = embedSnippet({ show, link, object: named, root: new URL('./', location.href).href.split('?')[0] ?? '' })
  return (
    <>
      <p className={styles.say}>
        Show
        <Segments label="Show" choices={cellParts} value={show} onChange={setShow} />
        <CopyButton label="Copy HTML" text={text} />
      </p>
      <pre className={styles.text}>{text.replaceAll(link, `${link.slice(0, 24)}…`)}</pre>
      <p className={styles.say}>Cells of one page with the same link share one cluster.</p>
    </>
  )
}
