import { type ReactElement, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { expect, test, vi } from 'vitest'
import { forgetFailedLoads, lazily, NotLoaded } from './later.tsx'
import { PanelBoundary, reportText } from './panel-boundary.tsx'

test('[YE7] a panel that fails shows the failure in its own place, and the report can be copied', () => {
  const error = new Error('no such row')
  const boundary = new PanelBoundary({ name: 'Watches', children: 'lanes' })
  expect(boundary.render()).toBe('lanes')

  boundary.state = PanelBoundary.getDerivedStateFromError(error)
  const shown = renderToStaticMarkup(boundary.render() as ReactElement)

  expect(shown).toContain('Watches failed.')
  expect(shown).toContain('no such row')
  expect(shown).toContain('Reload panel')
  expect(reportText('Watches', { error, drawing: '\n    at Lane' })).toMatch(
    /^Watches failed: no such row\n\n.*\n\nat Lane$/s,
  )
})

test('[YE7] any thrown value is handled, and the panel is rendered again on request', () => {
  const boundary = new PanelBoundary({ name: 'Pages', children: 'cards' })
  boundary.state = PanelBoundary.getDerivedStateFromError('text')
  expect(renderToStaticMarkup(boundary.render() as ReactElement)).toContain('text')

  boundary.state = { failure: null }

  expect(boundary.render()).toBe('cards')
})

test('[YE7] a panel whose code did not arrive says so, and can be closed where it covers others', () => {
  const boundary = new PanelBoundary({ name: 'The sheet', children: '', onClose: () => undefined })
  boundary.state = PanelBoundary.getDerivedStateFromError(new NotLoaded('Failed to fetch'))

  const shown = renderToStaticMarkup(boundary.render() as ReactElement)

  expect(shown).toContain('The sheet could not be loaded.')
  expect(shown).toContain('Failed to fetch')
  expect(shown).toContain('Try again')
  expect(shown).toContain('Close')
})

test('[YE7] code and styles that did not arrive are asked for again once the failure is forgotten', async () => {
  const replaceWith = vi.fn()
  const failed = { cloneNode: () => ({ dataset: { failed: '' } }), replaceWith }
  const links: unknown[] = []
  vi.stubGlobal('document', { querySelectorAll: () => links })
  const answers = [() => Promise.reject(new TypeError('Failed to fetch')), async () => () => 'the sheet']
  let asked = 0
  const Part = lazily(() => {
    asked += 1
    return answers.shift()?.() ?? Promise.reject(new Error('asked too often'))
  })
  const drawn = async (): Promise<string> => {
    const problems: unknown[] = []
    const { prelude } = await prerender(
      <Suspense>
        <Part />
      </Suspense>,
      { onError: (error) => void problems.push(error) },
    )
    const text = await new Response(prelude).text()
    return problems.length === 0 ? text : String(problems[0] instanceof NotLoaded)
  }

  expect(await drawn()).toBe('true')
  expect(await drawn()).toBe('true')
  expect(asked).toBe(1)
  links.push(failed)
  forgetFailedLoads()
  expect(replaceWith).toHaveBeenCalledExactlyOnceWith({ dataset: {} })
  links.pop()
  expect(await drawn()).toContain('the sheet')
  vi.unstubAllGlobals()
})
