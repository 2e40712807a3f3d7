import { Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { Refusal } from '#client/refusal.ts'
import { createYamlStore } from '#ui/exchange/draft-store.ts'
import { readLastVersion } from '#ui/exchange/create-again.ts'
import { lazily } from '#ui/kit/later.tsx'
import { Button } from '#ui/kit/button.tsx'
import { CodeBox } from '#ui/kit/code/code-box.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { attempt, returnToLive } from '#ui/lab/actions.ts'
import { useCursorAt, useLab, useLife } from '#ui/lab/use-lab.ts'
import type { ObjectRef } from '#ui/model/selection.ts'
import { toYamlText } from '#ui/texts/yaml-text.ts'
import styles from './yaml.module.css'

const YamlAnswer = lazily(async () => (await import('./yaml-answer.tsx')).YamlAnswer)

/** Returns the last version of the selected name if its object is gone, as far as it is still known. */
function useLastVersion(): ApiObject | null {
  const lab = useLab()
  const { life } = useLife()
  const [version, setVersion] = useState<ApiObject | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readLastVersion(lab, life)
      .catch((error: unknown) => {
        // History can expire meanwhile, and the server can be away; then the version is not known.
        if (error instanceof Refusal || error instanceof TypeError) return null
        throw error
      })
      .then((read) => {
        if (isCurrent) setVersion(read)
      })
    return () => {
      isCurrent = false
    }
  }, [lab, life])
  return version
}

/** States why the selected object is not there, and shows its last version, from which it can be created again. [LF2] */
export function Absent({ reference }: { readonly reference: ObjectRef }) {
  const lab = useLab()
  const store = partState(lab, createYamlStore)
  const { life, absence } = useLife()
  const at = useCursorAt()
  const version = useLastVersion()
  const hasAnswer = useStore(store, ({ answer }) => answer.type !== 'none')
  const from = version?.metadata.resourceVersion ?? ''
  return (
    <div className={styles.body}>
      <div className={styles.absent} role="status">
        <p>{absence}</p>
        {at !== null && (
          <Button size="small" onClick={() => returnToLive(lab)}>
            Return to Live
          </Button>
        )}
        {at === null && version !== null && (
          <Button
            size="small"
            look="primary"
            title="A new object with this content: status, finalizers and owner references are left out"
            onClick={() => {
              void attempt(
                lab,
                import('#ui/exchange/write-object.ts').then(({ createAgain }) =>
                  createAgain({ lab, store, ref: reference }, version),
                ),
              )
            }}
            data-testid="yaml-create-again"
          >
            Create again from {from}
          </Button>
        )}
      </div>
      {version !== null && (life.type === 'gone' || life.type === 'expired') && (
        <CodeBox text={toYamlText(version)} language="yaml" label={`Last version of ${reference.name}`} readOnly />
      )}
      <Suspense fallback={null}>
        {hasAnswer && <YamlAnswer reference={reference} live={undefined} draft={undefined} />}
      </Suspense>
    </div>
  )
}
