import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PanelBoundary, reportText } from './panel-boundary.tsx'

test('[YE7] a panel that fails says so in its own place, and its report can be copied', () => {
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

test('[YE7] anything may be thrown, and the panel is drawn anew when asked', () => {
  const boundary = new PanelBoundary({ name: 'Pages', children: 'cards' })
  boundary.state = PanelBoundary.getDerivedStateFromError('text')
  expect(renderToStaticMarkup(boundary.render() as ReactElement)).toContain('text')

  boundary.state = { failure: null }

  expect(boundary.render()).toBe('cards')
})
