import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { FormEnd } from '#ui/kit/forms/form-end.tsx'
import { FormField } from '#ui/kit/forms/form-field.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { collectionProblem } from '#ui/exchange/request-draft.ts'
import { collectionPath } from '#ui/model/discovery.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { limitProblem } from './chains-state.ts'
import { createChainsPart } from './chains-part.ts'
import styles from './pages.module.css'

function usePaths(): readonly string[] {
  const groups = useStore(useLab().view, (state) => state.groups)
  return useMemo(() => [...groups.values()].map(({ resource }) => collectionPath(resource)), [groups])
}

/** The form that starts a paged list: collection and limit. */
export function StartForm({ onDone }: { readonly onDone: () => void }) {
  const lab = useLab()
  const chains = partState(lab, createChainsPart)
  const selected = useStore(lab.selection, (state) => state.object?.resourceId)
  const paths = usePaths()
  const resource = useStore(lab.view, (state) => state.groups.get(selected ?? 'v1.configmaps')?.resource)
  const [typed, setPath] = useState<string | null>(null)
  // The kind of the selected object is known when the kinds are, which may be later.
  const path = typed ?? (resource === undefined ? '/api/v1/configmaps' : collectionPath(resource))
  const [limit, setLimit] = useState('2')
  const [labelSelector, setLabelSelector] = useState('')
  const [problem, setProblem] = useState('')
  return (
    <form
      className={styles.form}
      aria-label="List with limit"
      onSubmit={(event) => {
        event.preventDefault()
        const found = collectionProblem(path) || limitProblem(limit)
        setProblem(found)
        if (found !== '') return
        chains.start({ path, limit: Number(limit), labelSelector })
        onDone()
      }}
    >
      <FormField label="Path" value={path} wide list={paths} onChange={setPath} />
      <FormField label="limit" value={limit} onChange={setLimit} />
      <FormField label="labelSelector" value={labelSelector} onChange={setLabelSelector} />
      <FormEnd label="List" problem={problem} testId="pages-start" onCancel={onDone} />
    </form>
  )
}
