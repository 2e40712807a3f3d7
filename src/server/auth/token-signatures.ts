// The functions of jose that the server's own tokens need. Loaded with the first token.
export { compactVerify, CompactSign, errors, exportJWK } from 'jose'
