import { type ComponentType, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ProofTable } from '#proof/proof-table.ts'
import type { RoomView } from '#ui/lab/room.ts'
import { useLab } from '#ui/lab/use-lab.ts'
import { countText } from '#ui/model/words.ts'
import { CaseSheet } from '#ui/proof/case-sheet.tsx'
import { loadProofTable } from '#ui/proof/proof-data.ts'
import { Button } from '#ui/kit/button.tsx'
import { type AboutChoice, type AboutPage, choiceText, readChoice } from './choice.ts'
import { DifferencesPanel } from './differences-panel.tsx'
import { Facts } from './facts.tsx'
import { FamilyTable } from './family-table.tsx'
import { groupRows, totals } from './group-rows.ts'
import { LicencesPage } from './licences-page.tsx'
import { OrchardPage } from './orchard-page.tsx'
import { type GroupResult, type GroupRun, useRunGroups } from './run-groups.ts'
import { SettingsPage } from './settings-page.tsx'
import styles from './room.module.css'

function useProofTable(): ProofTable | null {
  const [table, setTable] = useState<ProofTable | null>(null)
  useEffect(() => void loadProofTable().then(setTable), [])
  return table
}

/** The agreement of this build with recordings of the original: by family, and what differs by cause. */
function Body() {
  const table = useProofTable()
  if (table === null)
    return (
      <main id="work" tabIndex={-1} className={styles.opening} aria-label="About" data-region="work">
        <p role="status">Reading the table…</p>
      </main>
    )
  return <Conformance table={table} />
}

interface MeasuredProps {
  readonly table: ProofTable
  readonly choice: AboutChoice
  readonly set: (next: Partial<AboutChoice>) => void
}

interface PlainPage {
  readonly title: string
  readonly Body: ComponentType<{ readonly table: ProofTable }>
}

/** The pages without the table of families. */
const plainPages: Readonly<Partial<Record<AboutPage, PlainPage>>> = {
  orchard: { title: 'Orchard', Body: OrchardPage },
  settings: { title: 'Settings', Body: SettingsPage },
  licences: { title: 'Licences', Body: LicencesPage },
}

function Conformance({ table }: { readonly table: ProofTable }) {
  const { layout } = useLab()
  const choice = readChoice(useStore(layout, (state) => state.benches['about'] ?? ''))
  const set = (next: Partial<typeof choice>) => layout.setBench('about', choiceText({ ...choice, ...next }))
  const { apart } = totals(table.families)
  const page = plainPages[choice.page]
  const differing = new Set(
    table.families
      .flatMap((family) => family.differing)
      .filter(({ name }) => name === choice.name)
      .map(({ step }) => step),
  )
  return (
    <div className={styles.room} data-testid="about-room">
      <Facts table={table} apart={apart} page={choice.page} show={(page) => set({ page, group: '' })} />
      {page !== undefined && (
        <main id="work" tabIndex={-1} className={styles.page} aria-label={page.title} data-region="work">
          <h2>{page.title}</h2>
          <page.Body table={table} />
        </main>
      )}
      {page === undefined && <Measured table={table} choice={choice} set={set} />}
      {choice.name !== '' && (
        <CaseSheet
          found={{ name: choice.name, step: choice.step }}
          differing={differing}
          close={() => set({ name: '' })}
        />
      )}
    </div>
  )
}

/** The table of the families beside what differs by cause. */
function Measured({ table, choice, set }: MeasuredProps) {
  const rows = groupRows(table.families)
  const { steps, exact, cases } = totals(table.families)
  const run = useRunGroups()
  const shown = choice.group === '' ? rows : rows.filter(({ title }) => title === choice.group)
  return (
    <>
      <main id="work" tabIndex={-1} className={styles.work} aria-label="Conformance" data-region="work">
        <header className={styles.head}>
          <div>
            <h2>Same as upstream?</h2>
            <p>
              The same requests were sent to a real API server and to this one. Every step compares status, headers and
              body.
            </p>
          </div>
          <p className={styles.number}>
            <b data-testid="about-exact">{exact.toLocaleString('en')}</b>
            of {steps.toLocaleString('en')} steps agree
          </p>
          <p className={styles.number}>
            <b>{cases.toLocaleString('en')}</b>
            {countText(cases, 'case').replace(/^\S+ /, '')}, {table.families.length} families
          </p>
          {run.isRunning ? (
            <Button onClick={run.stop}>Stop</Button>
          ) : (
            <Button
              title={`Sends the requests of the cases ${choice.group === '' ? 'of all rows' : `of ${choice.group}`} to branches in memory`}
              onClick={() => run.start(shown)}
            >
              Run here
            </Button>
          )}
        </header>
        <RunWords run={run} show={set} />
        <FamilyTable rows={rows} chosen={choice.group} choose={(group) => set({ group })} here={run.results} />
      </main>
      <section className={styles.side} aria-label="What differs, by cause" data-region="inspector">
        <DifferencesPanel table={table} choice={choice} set={set} />
      </section>
    </>
  )
}

/** Says what was run here, and with which limits. */
function RunWords({ run, show }: { readonly run: GroupRun; readonly show: MeasuredProps['set'] }) {
  const results = [...run.results.values()]
  if (results.length === 0 && !run.isRunning) return null
  const count = (of: (result: GroupResult) => number): number => results.reduce((sum, result) => sum + of(result), 0)
  const others = results.flatMap((result) => result.others)
  return (
    <div className={styles.run}>
      <p role="status" data-testid="about-run">
        {run.isRunning && <b>{run.now === '' ? 'Reading the recordings…' : run.now}</b>}{' '}
        {count(({ same }) => same).toLocaleString('en')} of {count(({ compared }) => compared).toLocaleString('en')}{' '}
        answers of{' '}
        {countText(
          count(({ cases }) => cases),
          'case',
        )}{' '}
        were of the same kind here. A branch has the settings of this cluster and no controllers, and times that pass in
        a recording are not waited for; the table counts answers that agree to the byte.
      </p>
      {others.length > 0 && (
        <details>
          <summary>{countText(others.length, 'answer')} of another kind</summary>
          {others.map(({ name, step }) => (
            <Button key={`${name} ${step}`} look="ghost" size="small" onClick={() => show({ name, step })}>
              {name}, step {step + 1}
            </Button>
          ))}
        </details>
      )}
    </div>
  )
}

export const aboutRoom: RoomView = { Body, commands: [] }
