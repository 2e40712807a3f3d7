import { monaco } from './monaco.ts'
import { type EditorLanguage, sharedOptions } from './text-editor.ts'

export interface DiffEditor {
  setTexts(before: string, after: string): void
  setSideBySide(sideBySide: boolean): void
  dispose(): void
}

/** A read-only comparison of two texts; what went is on the ground of the past, what came on that of the living. */
export function createDiffEditor(
  host: HTMLElement,
  options: { readonly language: EditorLanguage; readonly label: string; readonly sideBySide: boolean },
): DiffEditor {
  const diff = monaco.editor.createDiffEditor(host, {
    ...sharedOptions,
    readOnly: true,
    renderSideBySide: options.sideBySide,
    useInlineViewWhenSpaceIsLimited: true,
    renderSideBySideInlineBreakpoint: 560,
    renderOverviewRuler: false,
    hideUnchangedRegions: { enabled: true, contextLineCount: 3 },
  })
  const before = monaco.editor.createModel('', options.language)
  const after = monaco.editor.createModel('', options.language)
  diff.setModel({ original: before, modified: after })
  // The diff editor drops the names of its sides whenever it lays them out anew.
  const nameSides = (): void => {
    diff.getOriginalEditor().updateOptions({ ariaLabel: `${options.label}, before` })
    diff.getModifiedEditor().updateOptions({ ariaLabel: `${options.label}, after` })
  }
  nameSides()
  return {
    setTexts(beforeText, afterText) {
      before.setValue(beforeText)
      after.setValue(afterText)
    },
    setSideBySide(sideBySide) {
      diff.updateOptions({ renderSideBySide: sideBySide })
      nameSides()
    },
    dispose() {
      diff.dispose()
      before.dispose()
      after.dispose()
    },
  }
}
