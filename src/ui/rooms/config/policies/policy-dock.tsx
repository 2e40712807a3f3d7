import { useStore } from 'zustand'
import { Tabs } from '#ui/kit/tabs.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import dockStyles from '#ui/rooms/config/dock/dock.module.css'
import { DiffLines } from '#ui/rooms/config/dock/diff-view.tsx'
import { FoldButton } from '#ui/rooms/config/dock/fold-button.tsx'
import { NextProblem } from '#ui/rooms/config/dock/next-problem.tsx'
import { useDockFold } from '#ui/rooms/config/dock/use-dock-fold.ts'
import { stepPolicyProblem } from '#ui/rooms/config/policy-state/policy-problems.ts'
import { type PolicyTab, policyTabs } from '#ui/rooms/config/policy-state/policy-store.ts'
import { storedText } from '#ui/rooms/config/policy-state/subject.ts'
import { usePolicyRoom, usePolicyState, usePolicyText } from '#ui/rooms/config/policy-state/use-policy.ts'
import { countChanges } from '#ui/texts/line-diff.ts'
import { CostChart } from './cost-chart.tsx'
import { PolicyProblems } from './policy-problems-list.tsx'
import { WritesList } from './writes-list.tsx'

const bodies = { cost: CostChart, problems: PolicyProblems, diff: AgainstStored, writes: WritesList } as const

/** Cost, problems, changes and blast radius of the open policy or schema. */
export function PolicyDock() {
  const room = usePolicyRoom()
  const tab = usePolicyState((state) => state.tab)
  const problems = usePolicyState((state) => state.check.problems.length)
  const writes = usePolicyState((state) => state.writes)
  const [stored, text] = useBothTexts()
  const affected = writes?.value.writes.filter(({ outcome }) => outcome === 'refused' || outcome === 'changed').length
  const { isFolded, fold } = useDockFold()
  const Body = bodies[tab]
  return (
    <section className={dockStyles.dock} aria-label="Dock" data-region="dock">
      <Tabs
        label="Dock"
        look="dock"
        panelId="policy-dock"
        selected={tab}
        isFolded={isFolded}
        onSelect={(id) => {
          room.store.showTab(policyTabs.find((each): each is PolicyTab => each === id) ?? tab)
          fold(false)
        }}
        tabs={[
          { id: 'cost', title: 'Cost' },
          { id: 'problems', title: 'Problems', count: problems },
          { id: 'diff', title: 'Against stored', count: countChanges(room.diff(stored, text)) },
          { id: 'writes', title: 'Last 200 writes', count: affected ?? null },
        ]}
      >
        <NextProblem count={problems} step={() => stepPolicyProblem(room, 1)} />
        <FoldButton />
      </Tabs>
      {!isFolded && (
        <div
          className={dockStyles.body}
          role="tabpanel"
          id={`policy-dock-${tab}`}
          aria-labelledby={`policy-dock-${tab}-tab`}
        >
          <Body />
        </div>
      )}
    </section>
  )
}

function useBothTexts(): readonly [stored: string, text: string] {
  const lab = useLab()
  const open = usePolicyState((state) => state.open)
  const stored = useStore(lab.objects, (objects) => (open === null ? '' : storedText(objects, open)))
  return [stored, usePolicyText()]
}

/** Compares the stored object with the draft. */
function AgainstStored() {
  const room = usePolicyRoom()
  const [stored, text] = useBothTexts()
  if (stored === text) return <p className={dockStyles.say}>The draft equals the stored object.</p>
  return (
    <DiffLines
      label="Stored object against draft"
      before={stored}
      after={text}
      diff={room.diff}
      onLine={(line) => room.editor.showLine(line)}
    />
  )
}
