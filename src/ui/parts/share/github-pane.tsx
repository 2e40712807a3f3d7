import { useStore } from 'zustand'
import { kindOfPath } from './request-kind.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { CopyButton } from './link-line.tsx'
import { momentMarkdown } from './markdown.ts'
import { addressOf, shareStore } from './share-store.ts'
import styles from './share.module.css'

/** Markdown for an issue or a comment. [SH12] */
export function GitHubPane() {
  const lab = useLab()
  const { gathered, link } = useStore(shareStore(lab))
  const requests = useStore(lab.cluster, (state) => state.requests)
  const actor = useStore(lab.actor, ({ name }) => name)
  const collections = useStore(lab.objects, (state) => state.collections)
  if (gathered === null) return null
  const { title, revision } = gathered.history
  const text = momentMarkdown({
    requests: requests.filter((request) => request.actor === actor && request.verb !== 'watch'),
    sent: (id) => lab.sentRequests.get(id),
    kindOf: (path) =>
      kindOfPath(
        path,
        [...collections.values()].map(({ resource }) => resource),
      ),
    kinds: gathered.leftOut.kinds,
    title,
    revision,
    address: addressOf(link),
  })
  // The copied text contains the whole link.
  const address = addressOf(link)
  const shown = text.replace(address, () => `${address.slice(0, 60)}…`)
  return (
    <>
      <p className={styles.say}>
        Markdown with your last requests, their answers, and the link.
        <CopyButton label="Copy Markdown" text={text} />
      </p>
      <pre className={styles.text}>{shown}</pre>
    </>
  )
}
