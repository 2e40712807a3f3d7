import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { ApiObject } from '#api/object-meta.ts'
import { Refusal } from '#client/refusal.ts'
import { Button } from '#ui/kit/button.tsx'
import { Section } from '#ui/kit/section.tsx'
import type { Lab } from '#ui/lab/lab.ts'
import { pathOf } from '#ui/lab/object-path.ts'
import { useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import { getJson } from '#ui/model/api.ts'
import { isWriteOf, type ObjectRef } from '#ui/model/selection.ts'
import { countText } from '#ui/model/words.ts'
import { shownBranch, useShownCluster } from '#ui/parts/clusters/part.tsx'
import { railLanes } from '#ui/rail/lanes/lanes-store.ts'
import { lastSegment } from '#ui/kit/changes/path-words.ts'
import { contentDifferences } from '#ui/texts/content-differences.ts'
import { OwnedValue } from './owned-value.tsx'
import styles from './against-live.module.css'

const ROWS_MAX = 8

/** An object of the other cluster; `undefined` until it was read, `null` if it does not exist there. */
type LiveObject = ApiObject | null | undefined

/** Reads the object in the cluster that was left, again after each write of it there. */
function useLiveObject(lab: Lab, cluster: string, ref: ObjectRef | null): LiveObject {
  const written = useStore(railLanes(lab), ({ other }) =>
    ref === null ? 0 : (other?.rows.findLast((row) => isWriteOf(row, ref))?.revision ?? 0),
  )
  const [found, setFound] = useState<{ readonly of: ObjectRef; readonly object: ApiObject | null } | null>(null)
  useEffect(() => {
    const path = ref === null ? '' : pathOf(lab, ref)
    if (cluster === '' || ref === null || path === '') return undefined
    const ending = new AbortController()
    const read = async (): Promise<void> => {
      try {
        const object = await getJson<ApiObject>(lab.read, `/clusters/${cluster}${path}`, { signal: ending.signal })
        if (!ending.signal.aborted) setFound({ of: ref, object })
      } catch (error) {
        if (ending.signal.aborted) return
        if (!(error instanceof Refusal || error instanceof TypeError)) throw error
        setFound(error instanceof Refusal && error.status.code === 404 ? { of: ref, object: null } : null)
      }
    }
    void read()
    return () => ending.abort()
  }, [lab, cluster, ref, written])
  return found !== null && found.of === ref ? found.object : undefined
}

/** Compares the selected object with the one of the cluster that the branch left. [BC2] */
export function AgainstLive() {
  const lab = useLab()
  useShownCluster(lab)
  const compared = shownBranch(lab)
  const ref = useStore(lab.selection, (state) => state.object)
  // After the rail: a step of the cursor also shows another version of the object. [PF5]
  const here = useDeferredValue(useSelectedObject())
  const live = useLiveObject(lab, compared?.live.name ?? '', ref)
  if (compared === null || ref === null || live === undefined) return null
  return (
    <Section
      title="Against live"
      note={live === null ? '' : `${live.metadata.resourceVersion ?? ''} there`}
      tools={
        <Button size="small" look="ghost" onClick={() => lab.overlay.open('compare')}>
          Compare all
        </Button>
      }
    >
      <Differences here={here} live={live} title={compared.live.title} />
    </Section>
  )
}

/** The last segment, or the whole path where two fields end alike, such as spec.replicas and status.replicas. */
function fieldName(path: string, paths: readonly string[]): string {
  const name = lastSegment(path)
  return paths.filter((other) => lastSegment(other) === name).length > 1 ? path : name
}

interface DifferencesProps {
  readonly here: ApiObject | undefined
  readonly live: ApiObject | null
  readonly title: string
}

function Differences({ here, live, title }: DifferencesProps) {
  const rows = useMemo(() => (here === undefined || live === null ? [] : contentDifferences(live, here)), [here, live])
  const paths = rows.map(({ path }) => path)
  if (live === null) return <p className={styles.say}>{title} does not have it.</p>
  if (here === undefined) return <p className={styles.say}>Only {title} has it.</p>
  if (rows.length === 0) return <p className={styles.say}>Same content in both.</p>
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Live</th>
            <th scope="col">Here</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_MAX).map(({ path, before, after }) => (
            <tr key={path}>
              <th scope="row" title={path}>
                {fieldName(path, paths)}
              </th>
              <td>
                <OwnedValue object={live} path={path} value={before} />
              </td>
              <td className={styles.here}>
                <OwnedValue object={here} path={path} value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > ROWS_MAX && <p className={styles.say}>and {countText(rows.length - ROWS_MAX, 'more field')}</p>}
    </>
  )
}
