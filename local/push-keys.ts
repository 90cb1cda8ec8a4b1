import { makeKeyPair } from './push/keys.ts'

// npm run push-keys: prints a new key pair for pushes to florists' phones, as lines of production.env.
const { publicKey, privateKey } = makeKeyPair()
console.log(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`)
