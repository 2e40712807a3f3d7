import '#ui/kit/tokens.css'
import '#ui/kit/base.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MenuButton } from '#ui/kit/menu.tsx'
import { PillPopover } from '#ui/kit/popover.tsx'
import { Splitter } from '#ui/kit/splitter.tsx'
import { Tabs } from '#ui/kit/tabs.tsx'
import { useListKeys } from '#ui/kit/lists/use-list-keys.ts'
import { Windowed } from '#ui/kit/lists/windowed.tsx'

/** The controls of `ui/kit` without the Lab. Calls of their handlers are shown as text, so that tests can read them. */
function Kit() {
  const [called, setCalled] = useState('nothing')
  return (
    <main style={{ display: 'grid', gap: 16, padding: 16, justifyItems: 'start' }}>
      <output>{called}</output>
      <Menu onRun={setCalled} />
      <PillPopover label="Storage">
        <p>All writes are on disk.</p>
        <button type="button">Retry</button>
      </PillPopover>
      <Resizable onFold={() => setCalled('folded')} />
      <TabRow />
      <List onOpen={(index) => setCalled(`opened ${index}`)} />
    </main>
  )
}

function Menu({ onRun }: { readonly onRun: (id: string) => void }) {
  const [chosen, setChosen] = useState('bob')
  return (
    <>
      <MenuButton
        menuLabel="Create"
        sections={[
          { heading: 'Workloads', items: ['Deployment', 'Pod'].map((id) => ({ id, label: id, run: () => onRun(id) })) },
          { heading: 'Other', items: ['Secret', 'Service'].map((id) => ({ id, label: id, run: () => onRun(id) })) },
        ]}
      >
        New
      </MenuButton>
      <MenuButton
        menuLabel="Act as"
        chosen={[chosen]}
        sections={[{ items: ['alice', 'bob'].map((id) => ({ id, label: id, run: () => setChosen(id) })) }]}
      >
        Actor
      </MenuButton>
    </>
  )
}

function Resizable({ onFold }: { readonly onFold: () => void }) {
  const [size, setSize] = useState(200)
  return (
    <div style={{ display: 'flex', position: 'relative', width: 600, height: 40 }}>
      <div style={{ width: size }} />
      <div style={{ position: 'relative', width: 8 }}>
        <Splitter
          label="Width of the objects"
          orientation="vertical"
          size={size}
          min={120}
          max={400}
          direction={1}
          onSize={(wanted) => setSize(Math.max(120, Math.min(400, wanted)))}
          onReset={() => setSize(200)}
          onFold={onFold}
        />
      </div>
    </div>
  )
}

const tabs = ['YAML', 'Request', 'Diff'].map((title) => ({ id: title.toLowerCase(), title }))

function TabRow() {
  const [selected, setSelected] = useState('yaml')
  return (
    <div>
      <Tabs label="Work" tabs={tabs} selected={selected} onSelect={setSelected} panelId="work" />
      <div role="tabpanel" id={`work-${selected}`} aria-labelledby={`work-${selected}-tab`}>
        panel of {selected}
      </div>
    </div>
  )
}

function List({ onOpen }: { readonly onOpen: (index: number) => void }) {
  const { active, list, onKeyDown, onClick } = useListKeys({ count: 20_000, open: onOpen })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="grid"
      aria-label="Revisions"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-main-stop
      aria-rowcount={20_001}
      aria-activedescendant={`row-${active}`}
      style={{ display: 'flex', width: 300, height: 240 }}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <Windowed
        ref={list}
        active={active}
        count={20_000}
        rowHeight={24}
        row={(index) => (
          <div
            key={index}
            id={`row-${index}`}
            role="row"
            tabIndex={-1}
            aria-rowindex={index + 2}
            aria-selected={index === active}
            style={{ height: 24 }}
          >
            <span role="gridcell">row {index}</span>
          </div>
        )}
      />
    </div>
  )
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<Kit />)
