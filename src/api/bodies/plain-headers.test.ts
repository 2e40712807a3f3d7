import { expect, test } from 'vitest'
import { PlainHeaders } from './plain-headers.ts'

const both = (run: (headers: Headers) => unknown): void => {
  const pairs: [string, string][] = [
    ['X-B', 'one'],
    ['x-a', 'two'],
    ['x-b', 'three'],
    ['Set-Cookie', 'c=1'],
    ['set-cookie', 'd=2'],
  ]
  expect(run(new PlainHeaders(pairs))).toEqual(run(new Headers(pairs)))
}

test("headers are read and changed as the platform's are", () => {
  both((headers) => [...headers])
  both((headers) => [...headers.keys(), ...headers.values()])
  both((headers) => [headers.get('X-b'), headers.get('x-c'), headers.has('X-A'), headers.getSetCookie()])
  both((headers) => {
    headers.set('X-B', 'four')
    headers.append('x-a', 'five')
    headers.delete('SET-COOKIE')
    return [...new Headers(headers)]
  })
  both((headers) => {
    const seen: string[] = []
    headers.forEach((value, name) => seen.push(name, value))
    return seen
  })
  expect([...new PlainHeaders({ 'Content-Type': 'text/plain' })]).toEqual([['content-type', 'text/plain']])
})

test('a value that cannot be sent is refused', () => {
  for (const value of ['a\nb', 'a\0', 'π']) {
    expect(() => new PlainHeaders().set('x-a', value)).toThrow(TypeError)
    expect(() => new Headers().set('x-a', value)).toThrow(TypeError)
  }
  expect(new PlainHeaders([['x-a', 'é\t']]).get('x-a')).toBe('é\t')
})
