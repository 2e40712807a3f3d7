import '#ui/kit/fonts.css'
import '#ui/kit/tokens.css'
import '#ui/kit/base.css'
import type { Root } from 'react-dom/client'
import type { HostStatusStore } from '#facts/host-status.ts'
import type { TerminalStore } from '#facts/terminal.ts'
import { createLab, type Ways } from '#ui/lab/create-lab.ts'
import { LabContext } from '#ui/lab/use-lab.ts'
import { openAddress } from './address.ts'
import { createFirstDrawing } from '#ui/lab/page/first-drawing.ts'
import { selectFirst } from './first-selection.ts'
import { parts } from './parts.ts'
import { Shell } from './shell.tsx'

export interface PageOptions {
  /** Reach the server's whole API, including `/debug/`, by path; streams end when their signal is aborted. */
  readonly ways: Ways
  readonly host: HostStatusStore
  /** Connects terminal clients; absent where the server is not in this page. */
  readonly terminal?: TerminalStore
}

/**
 * Shows the whole page, which is only a client of the server. Resolves once its first facts and objects are drawn.
 */
export async function showPage(root: Root, { ways, host, terminal }: PageOptions): Promise<void> {
  const { lab, start } = createLab(ways, host, parts, terminal)
  // The first drawing has the room and the object of the address.
  openAddress(lab)
  selectFirst(lab)
  const first = createFirstDrawing(host, () =>
    root.render(
      <LabContext value={lab}>
        <Shell />
      </LabContext>,
    ),
  )
  await start(new AbortController().signal, first)
}
