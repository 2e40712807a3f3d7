import { memo, useMemo } from 'react'
import { useStore } from 'zustand'
import { Button, Count, IconButton } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { MenuButton } from '#ui/kit/menu.tsx'
import { returnToLive } from '#ui/lab/actions.ts'
import { useLab, useUnreadable } from '#ui/lab/use-lab.ts'
import { useNarrow } from '#ui/kit/use-narrow.ts'
import { CreateMenu } from './create-menu.tsx'
import { namespaceNames, namespacesOf, objectCount, treeRows } from './object-rows.ts'
import { objectsPanelStore } from './store.ts'
import { Tree } from './tree.tsx'
import styles from './objects.module.css'

const NamespaceMenu = memo(function NamespaceMenu() {
  const lab = useLab()
  const store = objectsPanelStore(lab)
  const namespace = useStore(store, (state) => state.namespace)
  const names = namespaceNames(useStore(lab.view, namespacesOf))
  const choose = (name: string) => store.chooseNamespace(name)
  return (
    <MenuButton
      look="ghost"
      size="small"
      className={styles.namespaces}
      menuLabel="Namespace"
      chosen={[namespace]}
      sections={[
        { items: [{ id: '', label: 'all namespaces', run: () => choose('') }] },
        { items: names.map((name) => ({ id: name, label: name, run: () => choose(name) })) },
      ]}
    >
      {namespace === '' ? 'all namespaces' : namespace}
    </MenuButton>
  )
})

const Filter = memo(function Filter() {
  const store = objectsPanelStore(useLab())
  const filter = useStore(store, (state) => state.filter)
  return (
    <div className={styles.filter}>
      <Icon name="filter" />
      <input
        type="search"
        data-filter
        placeholder="Filter by name, label, field"
        aria-label="Filter objects"
        title="name · label · label=value · spec.replicas=3"
        spellCheck={false}
        value={filter}
        onChange={({ target }) => store.setFilter(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          store.setFilter('')
          event.currentTarget.closest('section')?.querySelector<HTMLElement>('[role=treegrid]')?.focus()
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  )
})

function Nothing() {
  const lab = useLab()
  const { discovered, groups } = useStore(lab.view)
  const unreadable = useUnreadable()
  const { filter, namespace } = useStore(objectsPanelStore(lab))
  if (unreadable !== '') {
    return (
      <div className={styles.empty}>
        <p>
          <b>{unreadable}</b>
        </p>
        <Button size="small" onClick={() => returnToLive(lab)}>
          Return to Live
        </Button>
      </div>
    )
  }
  if (!discovered || [...groups.values()].some(({ state }) => state === 'loading')) return null
  if (filter !== '') {
    return (
      <div className={styles.empty}>
        <p>
          <b>Nothing matches {filter}.</b>
        </p>
        <Button size="small" onClick={() => objectsPanelStore(lab).setFilter('')}>
          Show all
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.empty}>
      <p>
        <b>{namespace === '' ? 'The cluster is empty.' : `No objects in ${namespace}.`}</b> Create something with +
        above.
      </p>
      <code>curl -X POST …/api/v1/namespaces/{namespace === '' ? 'default' : namespace}/configmaps</code>
    </div>
  )
}

/** Shows all objects by kind, live by one watch per kind, or as of the cursor. */
export function ObjectsPanel() {
  const lab = useLab()
  // A step of the cursor draws the tree again only when other objects were read.
  const groups = useStore(lab.view, (view) => view.groups)
  const { namespace, filter, closed } = useStore(objectsPanelStore(lab))
  const isNarrow = useNarrow(900)
  const rows = useMemo(
    () => treeRows({ view: { groups }, namespace, filter, closed }),
    [groups, namespace, filter, closed],
  )
  return (
    <section className={styles.panel} aria-label="Objects" data-region="objects">
      <div className={styles.head}>
        <h2>Objects</h2>
        <Count>{objectCount({ groups })}</Count>
        <span className={styles.fill} />
        <NamespaceMenu />
        <CreateMenu />
        {isNarrow && (
          <IconButton
            icon="x"
            iconSize={14}
            size="small"
            label="Close objects"
            onClick={() => lab.layout.closeDrawer()}
          />
        )}
      </div>
      <Filter />
      {rows.length === 0 ? <Nothing /> : <Tree rows={rows} />}
    </section>
  )
}
