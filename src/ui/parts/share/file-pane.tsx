import { useId, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText } from '#ui/model/words.ts'
import { downloadMoment, downloadWithSecrets } from './download-moment.ts'
import { shareStore } from './share-store.ts'
import styles from './share.module.css'

/** The same moment as a file, which may also hold the values of Secrets. [SH7] */
export function FilePane() {
  const lab = useLab()
  const id = useId()
  const { gathered } = useStore(shareStore(lab))
  const [hasSecrets, setSecrets] = useState(false)
  if (gathered === null) return null
  const { objects, tokens, privateKeys } = gathered.leftOut
  const count = objects.length + tokens + privateKeys
  return (
    <>
      <p className={styles.say}>A file opens like the link: drop it anywhere on the page. It has no limit of 8 kB.</p>
      <div className={styles.tick1}>
        <input
          id={id}
          type="checkbox"
          checked={hasSecrets}
          disabled={count === 0}
          onChange={() => setSecrets(!hasSecrets)}
        />
        <label htmlFor={id}>
          With the {countText(count, 'secret value')} that the link leaves out. Whoever has the file can read them.
        </label>
      </div>
      <Button icon="drop" onClick={() => (hasSecrets ? downloadWithSecrets(lab) : downloadMoment(lab))}>
        {hasSecrets ? 'Download with secrets' : 'Download file'}
      </Button>
    </>
  )
}
