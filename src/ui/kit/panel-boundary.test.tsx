import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
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
