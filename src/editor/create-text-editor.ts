import { monaco } from './monaco.ts'
import {
  type EditorLayout,
  type EditorMarker,
  sharedOptions,
  type TextEditor,
  type TextEditorOptions,
} from './text-editor.ts'

type CodeEditor = monaco.editor.IStandaloneCodeEditor

/** Makes an editor in `host`; the caller disposes of it. */
export function createTextEditor(host: HTMLElement, options: TextEditorOptions): TextEditor {
  const model = monaco.editor.createModel(options.text, options.language)
  const code = monaco.editor.create(host, {
    ...sharedOptions,
    model,
    readOnly: options.readOnly ?? false,
    ariaLabel: options.label,
    ...(options.fit === undefined ? {} : { scrollbar: { alwaysConsumeMouseWheel: false } }),
  })
  const tints = code.createDecorationsCollection()
  let ownChange = false
  listen(code, options, () => ownChange)
  if (options.fit !== undefined) fitHeight(host, code, options.fit)
  return {
    getText: () => model.getValue(),
    setText(text) {
      if (text === model.getValue()) return
      const view = code.saveViewState()
      ownChange = true
      model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null)
      ownChange = false
      if (view !== null) code.restoreViewState(view)
    },
    setLanguage: (language) => monaco.editor.setModelLanguage(model, language),
    setReadOnly: (readOnly) => code.updateOptions({ readOnly }),
    setMarkers: (markers) => monaco.editor.setModelMarkers(model, 'orchard', markers.map(toMarker)),
    setLineTints(lines) {
      tints.set(
        lines.map(({ line, endLine = line, className }) => ({
          range: new monaco.Range(line, 1, endLine, 1),
          options: { isWholeLine: true, className, marginClassName: className },
        })),
      )
    },
    setZones: keepZones(code),
    revealLine(line) {
      code.revealLineInCenterIfOutsideViewport(line)
      code.setPosition({ lineNumber: line, column: 1 })
    },
    onLayout: (draw) => followLayout(code, draw),
    focus: () => code.focus(),
    hasFocus: () => code.hasTextFocus(),
    dispose() {
      code.dispose()
      model.dispose()
    },
  }
}

function listen(code: CodeEditor, options: TextEditorOptions, isOwnChange: () => boolean): void {
  code.onDidChangeModelContent(() => {
    if (!isOwnChange()) options.onChange?.(code.getModel()?.getValue() ?? '')
  })
  code.onDidChangeCursorPosition(({ position }) => options.onCursorLine?.(position.lineNumber))
  code.onMouseMove(({ target }) => options.onHoverLine?.(target.position?.lineNumber ?? null))
  code.onMouseLeave(() => options.onHoverLine?.(null))
  const { onSubmit } = options
  if (onSubmit !== undefined) {
    code.addAction({
      id: 'orchard.submit',
      label: 'Send to the server',
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter],
      run: () => onSubmit(),
    })
  }
}

/** Room under lines; each call replaces what the last one made. */
function keepZones(code: CodeEditor): TextEditor['setZones'] {
  let ids: readonly string[] = []
  return (zones) => {
    code.changeViewZones((accessor) => {
      for (const id of ids) accessor.removeZone(id)
      ids = zones.map(({ afterLine, height }) =>
        accessor.addZone({
          afterLineNumber: afterLine,
          heightInPx: height,
          domNode: document.createElement('div'),
          showInHiddenAreas: true,
        }),
      )
    })
  }
}

function fitHeight(host: HTMLElement, code: CodeEditor, { min, max }: { min: number; max: number }): void {
  const fit = (): void => {
    host.style.height = `${Math.min(max, Math.max(min, code.getContentHeight()))}px`
  }
  code.onDidContentSizeChange(fit)
  fit()
}

const toMarker = (marker: EditorMarker): monaco.editor.IMarkerData => ({
  startLineNumber: marker.startLine,
  startColumn: marker.startColumn,
  endLineNumber: marker.endLine,
  endColumn: marker.endColumn,
  message: marker.message,
  severity: marker.severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
})

function followLayout(code: CodeEditor, draw: (layout: EditorLayout) => void): () => void {
  const tell = (): void =>
    draw({
      scrollTop: code.getScrollTop(),
      lineHeight: code.getOption(monaco.editor.EditorOption.lineHeight),
      lineCount: code.getModel()?.getLineCount() ?? 0,
      height: code.getLayoutInfo().height,
      topOfLine: (line) => code.getTopForLineNumber(line),
    })
  const ends = [code.onDidScrollChange(tell), code.onDidContentSizeChange(tell), code.onDidLayoutChange(tell)]
  tell()
  return () => {
    for (const end of ends) end.dispose()
  }
}
