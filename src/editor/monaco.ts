// Exports the parts of Monaco that we use. Imported only dynamically, by load-editor.ts, so that it is a separate
// chunk.
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import JsonWorker from 'monaco-editor/languages/features/json/json.worker?worker'
import * as monaco from 'monaco-editor/editor'
// Imports all features: a subset does not declare the services of other features that it needs, and fails at run time.
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/yaml/register'
import 'monaco-editor/languages/features/json/register'

self.MonacoEnvironment = {
  getWorker: (_id: string, language: string) => (language === 'json' ? new JsonWorker() : new EditorWorker()),
}

export { monaco }
