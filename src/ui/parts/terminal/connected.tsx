import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { TerminalStatus, TerminalStore } from '#facts/terminal.ts'
import { Button } from '#ui/kit/button.tsx'
import { CodePieces } from '#ui/kit/code/code-pieces.tsx'
import { highlightCode } from '#ui/kit/code/highlight-code.ts'
import { downloadText } from '#ui/kit/copy-text.ts'
import { Segments } from '#ui/kit/segments.tsx'
import { useLab } from '#ui/lab/use-lab.ts'
import { people } from '#ui/model/actor.ts'
import { CopiedLine, CopyButton } from './copied-line.tsx'
import { firstRequest, withoutToken } from './terminal-words.ts'
import styles from './terminal.module.css'

interface ConnectedProps {
  readonly status: TerminalStatus
  readonly terminal: TerminalStore
  readonly cluster: string
}

/** Shows the commands, the user, and the kubeconfig with its token hidden. */
export function Connected({ status, terminal, cluster }: ConnectedProps) {
  const { actor } = useLab()
  const acting = useStore(actor)
  const known = people.some(({ name }) => name === acting.name) ? people : [...people, acting]
  const choose = (name: string): void => {
    const person = known.find((one) => one.name === name)
    if (person !== undefined) terminal.actions.actAs({ name: person.name, groups: person.groups })
  }
  const { kubeconfig, kubeconfigPath } = status
  return (
    <>
      <dl>
        <CopiedLine label="Address" text={status.server} />
        <CopiedLine label="Then" text={firstRequest(status)} />
        <dt>As</dt>
        <dd>
          <Segments
            label="As"
            choices={known.map(({ name }) => ({ value: name, label: name }))}
            value={status.as.name}
            onChange={choose}
          />
          <span className={styles.aside}>
            {kubeconfig === '' ? 'clients without a token' : 'token in the file, ends with this tab'}
          </span>
        </dd>
      </dl>
      {kubeconfig !== '' && (
        <figure className={styles.file}>
          <figcaption>
            <b>{kubeconfigPath.split('/').at(-1)}</b>
            <span className={styles.fill} />
            <CopyButton name="the kubeconfig" text={kubeconfig} />
            <Button
              size="small"
              look="ghost"
              icon="drop"
              onClick={() => downloadText(kubeconfig, `${cluster}.yaml`, 'application/yaml')}
            >
              Download
            </Button>
          </figcaption>
          {/* Scrolls by keyboard where it is longer than its box. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0} aria-label="kubeconfig">
            <Coloured text={withoutToken(kubeconfig)} />
          </pre>
        </figure>
      )}
    </>
  )
}

/** A text of YAML in the colours of the editor. */
function Coloured({ text }: { readonly text: string }) {
  const lines = useMemo(() => highlightCode(text, 'yaml'), [text])
  return lines.map((pieces, line) => (
    // Lines have no identity but their place.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={line}>
      <CodePieces pieces={pieces} />
      {'\n'}
    </span>
  ))
}
