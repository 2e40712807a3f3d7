import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { partState } from '#ui/lab/part-state.ts'
import { collectionProblem } from '#ui/exchange/request-draft.ts'
import { collectionPath } from '#ui/model/discovery.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { Segments } from '#ui/kit/segments.tsx'
import { createLanesPart } from './lanes-part.ts'
import type { LaneSpec, StartMode } from './lanes-state.ts'
import { FormEnd } from '#ui/kit/forms/form-end.tsx'
import { FormField } from '#ui/kit/forms/form-field.tsx'
import styles from './watches.module.css'

const startModes = [
  { label: 'Most recent', value: 'most-recent' },
  { label: 'Any (0)', value: 'any' },
  { label: 'After version', value: 'exact' },
] as const

const isStartMode = (value: string): value is StartMode => startModes.some((mode) => mode.value === value)

/** Returns the default path to watch: the collection of the selected object. */
function useDefaultPath(): string {
  const lab = useLab()
  const ref = useStore(lab.selection, (state) => state.object)
  const groups = useStore(lab.view, (state) => state.groups)
  const resource = groups.get(ref?.resourceId ?? 'v1.configmaps')?.resource ?? groups.values().next().value?.resource
  return resource === undefined ? '/api/v1/configmaps' : collectionPath(resource, ref?.namespace)
}

/** Returns the path of every collection, across all namespaces and in each. */
function usePaths(): readonly string[] {
  const groups = useStore(useLab().view, (state) => state.groups)
  return useMemo(() => {
    const namespaces = [...(groups.get('v1.namespaces')?.items.values() ?? [])].map(
      ({ metadata }) => metadata.name ?? '',
    )
    return [...groups.values()].flatMap(({ resource }) =>
      resource.namespaced
        ? [collectionPath(resource), ...namespaces.map((name) => collectionPath(resource, name))]
        : [collectionPath(resource)],
    )
  }, [groups])
}

/** The form that opens a watch: collection, start mode and selectors. */
export function OpenForm({ onDone }: { readonly onDone: () => void }) {
  const lab = useLab()
  const lanes = partState(lab, createLanesPart)
  const published = useStore(lab.cluster, (state) => state.published)
  const path = useDefaultPath()
  const [spec, setSpec] = useState<LaneSpec>({
    name: '',
    path,
    start: 'most-recent',
    resourceVersion: String(published),
    labelSelector: '',
    fieldSelector: '',
    bookmarks: true,
  })
  const [problem, setProblem] = useState('')
  return (
    <form
      className={styles.form}
      aria-label="Open a watch"
      onSubmit={(event) => {
        event.preventDefault()
        const found = collectionProblem(spec.path)
        setProblem(found)
        if (found !== '') return
        lanes.open({ ...spec, name: spec.name.trim() })
        onDone()
      }}
    >
      <SpecFields spec={spec} onChange={(part) => setSpec({ ...spec, ...part })} />
      <FormEnd label="Open" problem={problem} testId="lane-open" onCancel={onDone} />
    </form>
  )
}

interface SpecFieldsProps {
  readonly spec: LaneSpec
  readonly onChange: (part: Partial<LaneSpec>) => void
}

function SpecFields({ spec, onChange: change }: SpecFieldsProps) {
  return (
    <>
      <FormField label="Path" value={spec.path} wide list={usePaths()} onChange={(value) => change({ path: value })} />
      <Segments
        label="Start"
        choices={startModes}
        value={spec.start}
        onChange={(start) => {
          if (isStartMode(start)) change({ start })
        }}
      />
      {spec.start === 'exact' && (
        <FormField
          label="resourceVersion"
          value={spec.resourceVersion}
          onChange={(value) => change({ resourceVersion: value })}
        />
      )}
      <FormField
        label="labelSelector"
        value={spec.labelSelector}
        onChange={(value) => change({ labelSelector: value })}
      />
      <FormField
        label="fieldSelector"
        value={spec.fieldSelector}
        onChange={(value) => change({ fieldSelector: value })}
      />
      <FormField label="Name" value={spec.name} onChange={(value) => change({ name: value })} />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={spec.bookmarks}
          onChange={(event) => change({ bookmarks: event.target.checked })}
        />{' '}
        bookmarks
      </label>
    </>
  )
}
