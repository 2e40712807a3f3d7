import type { WhoCan } from '#facts/config-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { MenuButton } from '#ui/kit/menu.tsx'
import { KindSquare } from '#ui/kit/text.tsx'
import { CellSignMark } from './cell-sign-mark.tsx'
import { gridVerbs } from '#ui/rooms/access/state/decide.ts'
import { MostFrequent } from './most-frequent-list.tsx'
import { type CellSign, cellReason, signWords } from './cell-words.ts'
import { valueOf } from '#ui/rooms/access/state/debug-call.ts'
import {
  useAccess,
  useAccessState,
  useNamespaces,
  useResource,
  useResources,
} from '#ui/rooms/access/state/use-access.ts'
import { WhoCanGrid } from './who-can-grid.tsx'
import styles from './side.module.css'

/** Shows users against verbs for one resource, the reason for the focused cell, and the most frequent requests. */
export function WhoCanPanel() {
  const grid = useAccessState((state) => state.grid)
  const resource = useResource(useAccessState((state) => state.gridResourceId))
  const value = valueOf(grid)
  return (
    <>
      <GridHead />
      <div className={styles.scroll}>
        {grid.type === 'failed' && (
          <p className={styles.alert} role="alert">
            {grid.message}
          </p>
        )}
        {value === null || resource === undefined ? (
          <p className={styles.empty}>{grid.type === 'failed' ? '' : 'Deciding for all identities…'}</p>
        ) : (
          <WhoCanGrid
            whoCan={value}
            verbs={gridVerbs(resource)}
            isOld={grid.type === 'waiting'}
            what={resource.resource}
          />
        )}
        <Legend />
        {value !== null && <Why whoCan={value} />}
        <MostFrequent />
      </div>
    </>
  )
}

function GridHead() {
  const { fillGrid } = useAccess()
  const isCached = useAccessState(({ grid }) =>
    (valueOf(grid)?.rows ?? []).some(({ cells }) => cells.some((cell) => cell.isCached)),
  )
  return (
    <div className={styles.tools}>
      <span className={styles.quiet}>on</span>
      <ResourceMenu />
      <NamespaceMenu />
      <span className={styles.fill} />
      {isCached && (
        <Button
          size="small"
          look="ghost"
          title="Some decisions of webhooks are cached"
          onClick={() => void fillGrid({ fresh: true })}
        >
          Call webhooks again
        </Button>
      )}
    </div>
  )
}

function ResourceMenu() {
  const { store } = useAccess()
  const chosen = useAccessState((state) => state.gridResourceId)
  const resource = useResource(chosen)
  const items = useResources().map(({ id, kind, group }) => ({
    id,
    label: kind,
    note: group,
    run: () => store.chooseGridResource(id),
  }))
  return (
    <MenuButton size="small" menuLabel="Resource" chosen={[chosen]} sections={[{ items }]}>
      {resource !== undefined && <KindSquare kind={resource.kind} group={resource.group} />}
      {resource?.kind ?? 'Resource'}
    </MenuButton>
  )
}

function NamespaceMenu() {
  const { store } = useAccess()
  const chosen = useAccessState((state) => state.gridNamespace)
  const resource = useResource(useAccessState((state) => state.gridResourceId))
  const words = (name: string): string => (name === '' ? 'all namespaces' : name)
  const items = ['', ...useNamespaces()].map((name) => ({
    id: name,
    label: words(name),
    run: () => store.chooseGridNamespace(name),
  }))
  if (resource?.namespaced !== true) return null
  return (
    <MenuButton size="small" menuLabel="Namespace" chosen={[chosen]} sections={[{ items }]}>
      {words(chosen)}
    </MenuButton>
  )
}

const legend: readonly CellSign[] = ['allowed', 'some-names', 'webhook-allows', 'webhook-denies', 'no-rule', 'failed']

function Legend() {
  return (
    <div className={styles.legend}>
      {legend.map((sign) => (
        <span key={sign}>
          <CellSignMark sign={sign} />
          {signWords(sign)}
        </span>
      ))}
    </div>
  )
}

function Why({ whoCan }: { readonly whoCan: WhoCan }) {
  const { row, column } = useAccessState((state) => state.marked)
  const cell = whoCan.rows[row]?.cells[column]
  if (cell === undefined) return null
  return (
    <section className={styles.section} aria-label="Reason for the marked cell">
      <h3>Reason for the marked cell</h3>
      <p data-testid="why">{cellReason(cell)}</p>
    </section>
  )
}
