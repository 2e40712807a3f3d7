import { printExactJson } from '#api/exact-json.ts'
import type { Json } from '#api/json.ts'
import { relationText, replaceMarks, type Scenario, type Step, type VersionRelation } from './scenario.ts'

const head = `#!/bin/sh
# Sends the recorded requests with curl and checks what must hold of the answers.
set -eu
base="\${ORCHARD_URL:-http://127.0.0.1:8080}"
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# send METHOD PATH [CONTENT-TYPE BODY]: sets status and version
send() {
  if [ $# -gt 2 ]; then
    status=$(printf '%s' "$4" | curl -sS -o "$answer" -w '%{http_code}' -X "$1" -H 'Accept: application/json' -H "Content-Type: $3" --data-binary @- "$base$2")
  else
    status=$(curl -sS -o "$answer" -w '%{http_code}' -X "$1" -H 'Accept: application/json' "$base$2")
  fi
  version=$(grep -o '"resourceVersion": *"[0-9]*"' "$answer" | head -n 1 | grep -o '[0-9]*' || true)
}

fail() {
  echo "not as recorded: $1" >&2
  cat "$answer" >&2
  exit 1
}

given() {
  send POST "$1" application/json "$3"
  if [ "$status" = 409 ]; then send PUT "$2" application/json "$3"; fi
  [ "$status" -lt 300 ] || fail "$2: $status"
}

absent() {
  send DELETE "$1"
  # It may be held by a finalizer of an earlier run.
  send PATCH "$1" application/merge-patch+json '{"metadata":{"finalizers":null}}'
  send GET "$1"
  tries=0
  while [ "$status" != 404 ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 200 ] || fail "$1 does not go"
    send GET "$1"
  done
}
`

/** A word in single quotes; versions are in double quotes between. Nothing of a recording is expanded. */
function quoted(text: string): string {
  const plain = `'${text.replaceAll("'", `'\\''`)}'`
  return replaceMarks(plain, (name) => `'"$${name}"'`)
}

const json = (value: Json): string => quoted(printExactJson(value))

const operators: Readonly<Record<VersionRelation['is'], string>> = { newer: '-gt', same: '-eq', notOlder: '-ge' }

function stepLines({ name, method, path, contentType, body, expect }: Step): readonly string[] {
  const sent = body === undefined ? '' : ` ${quoted(contentType ?? '')} ${json(body)}`
  const { status, version } = expect
  return [
    '',
    `send ${method} ${quoted(path)}${sent}`,
    `[ "$status" = ${status} ] || fail "${name}: $status instead of ${status}"`,
    `${name}=$version`,
    ...(version === undefined
      ? []
      : [`[ "$${name}" ${operators[version.is]} "$${version.than}" ] || fail "${name}: not ${relationText(version)}"`]),
  ]
}

/** Returns a scenario as a shell script that needs curl. [RCD4] */
export const shellFile = ({ title, given, absent, steps }: Scenario): string =>
  [
    head,
    `# ${title.replaceAll('\n', ' ')}`,
    ...absent.toReversed().map((path) => `absent ${quoted(path)}`),
    ...given.flatMap(({ name, collection, path, object }) => [
      `given ${quoted(collection)} ${quoted(path)} ${json(object)}`,
      `${name}=$version`,
    ]),
    ...steps.flatMap(stepLines),
    '',
    `echo ${quoted(`as recorded: ${title}`)}`,
    '',
  ].join('\n')
