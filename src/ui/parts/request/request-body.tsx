import { parseExactJson, printExactJson } from '#api/exact-json.ts'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { Button } from '#ui/kit/button.tsx'
import { partState } from '#ui/lab/part-state.ts'
import { bytesText, countText } from '#ui/model/words.ts'
import { collectionPath, objectPath } from '#ui/model/discovery.ts'
import { useLab, useSelectedObject } from '#ui/lab/use-lab.ts'
import { LongName } from '#ui/kit/long-name.tsx'
import { CodeBox } from '#ui/kit/code/code-box.tsx'
import { createBodyEditor } from './body-editor.ts'
import { createConsole } from './console-store.ts'
import { sampleBody } from './object-samples.ts'
import { hasBody, type RequestDraft, withPath } from '#ui/exchange/request-draft.ts'
import styles from './request.module.css'

/** Formats JSON with an indent of two spaces; returns other text unchanged. */
export function formatted(text: string): string {
  try {
    return printExactJson(parseExactJson(text), 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

const emptyWords = ({ method, setAside = '' }: RequestDraft): string =>
  method === 'DELETE' && setAside !== '' ? 'empty; what you typed for other methods comes back with them' : 'empty'

/** The editor of the request body, sized to its text. */
export function RequestBody() {
  const lab = useLab()
  const requests = partState(lab, createConsole)
  const { hold, holdPlace } = partState(lab, createBodyEditor)
  const draft = useStore(requests.store, (state) => state.draft)
  const yaml = draft.contentType.includes('yaml')
  const size = useMemo(() => new TextEncoder().encode(draft.body).length, [draft.body])
  if (!hasBody(draft.method)) return null
  return (
    <section aria-label="Body" className={styles.bodySection}>
      <header className={styles.bodyHead}>
        <h3>Body</h3>
        <small>
          {draft.body === ''
            ? emptyWords(draft)
            : `${countText(draft.body.split('\n').length, 'line')}, ${bytesText(size)}`}
        </small>
        <span className={styles.space} />
        <SampleButton />
        {!yaml && (
          <Button
            size="small"
            look="ghost"
            onClick={() => requests.change((known) => ({ ...known, body: formatted(known.body) }))}
          >
            Format
          </Button>
        )}
      </header>
      <div className={styles.bodyText} ref={holdPlace}>
        <CodeBox
          text={draft.body}
          language={yaml ? 'yaml' : 'json'}
          label="Request body"
          fit={{ min: 128, max: 420 }}
          wraps
          onChange={(body) => requests.change((known) => ({ ...known, body }))}
          onSubmit={requests.send}
          onEditor={hold}
        />
      </div>
    </section>
  )
}

/** Fills path and body from the selected object, for the current method and content type. [RC13] */
function SampleButton() {
  const requests = partState(useLab(), createConsole)
  const { objects, selection } = useLab()
  const ref = useStore(selection, (state) => state.object)
  const object = useSelectedObject()
  if (ref === null || object === undefined) return null
  const fill = (): void => {
    const resource = objects.getState().collections.get(ref.resourceId)?.resource
    if (resource === undefined) return
    requests.change((draft) => ({
      ...withPath(
        draft,
        draft.method === 'POST'
          ? collectionPath(resource, ref.namespace)
          : objectPath(resource, ref.namespace, ref.name),
      ),
      body: sampleBody(draft, object),
    }))
  }
  return (
    <Button size="small" look="ghost" className={styles.sample} onClick={fill} data-testid="request-sample">
      <span>Sample from </span>
      <LongName name={ref.name} />
    </Button>
  )
}
