/** Returns the number of bytes of a content after gzip. */
export async function gzippedSize(content: string | Uint8Array<ArrayBuffer>): Promise<number> {
  const packed = new Response(content).body?.pipeThrough(new CompressionStream('gzip'))
  return packed === undefined ? 0 : (await new Response(packed).arrayBuffer()).byteLength
}
