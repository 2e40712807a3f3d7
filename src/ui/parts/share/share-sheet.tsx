import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { linkCharactersComfortable } from '#share/limits.ts'
import { Button } from '#ui/kit/button.tsx'
import { Sheet, SheetHead } from '#ui/kit/sheet.tsx'
import { Tabs } from '#ui/kit/tabs.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { downloadMoment } from './download-moment.ts'
import { EmbedPane } from './embed-pane.tsx'
import { FilePane } from './file-pane.tsx'
import { GitHubPane } from './github-pane.tsx'
import { LinkLine } from './link-line.tsx'
import { PresentPane } from './present-pane.tsx'
import { RailPreview } from './rail-preview.tsx'
import { shareStore } from './share-store.ts'
import { TestPane } from './test-pane.tsx'
import { WhatGoesIn } from './what-goes-in.tsx'
import styles from './share.module.css'

const panes = {
  github: GitHubPane,
  embed: EmbedPane,
  file: FilePane,
  test: TestPane,
  present: PresentPane,
} as const
type PaneId = keyof typeof panes

const forms: readonly PaneId[] = ['github', 'embed', 'file', 'test']

const titles: Readonly<Record<PaneId, string>> = {
  github: 'GitHub',
  embed: 'Embed',
  file: 'File',
  test: 'Test',
  present: 'Steps',
}

/** Shares the moment that the page shows: as a link, a file, Markdown, or a cell of another page. [SH12] */
export function ShareSheet({ close }: { readonly close: () => void }) {
  const share = shareStore(useLab())
  const { gathered, refused } = useStore(share)
  useEffect(() => void share.read(), [share])
  return (
    <Sheet label="Share this moment" onClose={close} className={styles.sheet}>
      <SheetHead title="Share this moment" note="the link holds it all; nothing is uploaded" onClose={close} />
      {gathered === null ? (
        <p className={styles.waiting} role={refused === '' ? 'status' : 'alert'}>
          {refused === '' ? 'Reading what this page shows…' : refused}
        </p>
      ) : (
        <div className={styles.body}>
          <WhatGoesIn />
          <Outcome />
        </div>
      )}
      <Foot close={close} />
    </Sheet>
  )
}

/** The link, and the other forms of the same moment. */
function Outcome() {
  const share = shareStore(useLab())
  const { choices, link } = useStore(share)
  const [chosen, setChosen] = useState<PaneId>('github')
  const isPresent = choices.mode === 'present'
  const shown = chosen === 'present' && !isPresent ? 'github' : chosen
  const ids: readonly PaneId[] = isPresent ? ['present', ...forms] : forms
  const Pane = panes[shown]
  return (
    <div className={styles.outcome}>
      <RailPreview />
      <LinkLine key={link} />
      <Tabs
        label="Forms"
        panelId="share-pane"
        tabs={ids.map((id) => ({ id, title: titles[id] }))}
        selected={shown}
        onSelect={(id) => setChosen(ids.find((known) => known === id) ?? 'github')}
      />
      <section
        id={`share-pane-${shown}`}
        role="tabpanel"
        aria-labelledby={`share-pane-${shown}-tab`}
        className={styles.pane}
      >
        <Pane />
      </section>
    </div>
  )
}

function Foot({ close }: { readonly close: () => void }) {
  const lab = useLab()
  const { gathered, link } = useStore(shareStore(lab))
  const isLong = link.length > linkCharactersComfortable
  return (
    <footer className={styles.foot}>
      <span className={styles.say}>They need nothing but a browser. It also opens without a network.</span>
      {!isLong && (
        <Button icon="drop" disabled={gathered === null} onClick={() => downloadMoment(lab)}>
          Download file
        </Button>
      )}
      <Button look="ghost" onClick={close}>
        Done
      </Button>
    </footer>
  )
}
