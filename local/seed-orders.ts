import { createClient } from '@libsql/client/web'
import { makeManyOrders } from '#tools/bench/many-orders.ts'
import { ROOT } from './command.ts'
import { portsFrom } from './ports.ts'
import { dataFolder, readSecrets } from './settings.ts'

// node local/seed-orders.ts 100000: adds generated orders to the copy that runs on PORT (default 8787), once.
const count = Number(process.argv[2])
if (!Number.isInteger(count) || count < 1) {
  console.error('How many orders? For example: node local/seed-orders.ts 1000')
  process.exit(1)
}
const ports = portsFrom(process.env['PORT'])
const { databaseToken } = readSecrets(dataFolder(ROOT, ports))
const client = createClient({ url: `http://127.0.0.1:${ports.database}`, authToken: databaseToken })
const { rows } = await client.execute("select count(*) as n from orders where id like 'many-%'").catch(() => {
  console.error(`The shop on port ${ports.shop} is not running. Start it first.`)
  process.exit(1)
})
if (Number(rows[0]?.['n']) > 0) {
  console.error('There are made-up orders already. Reset the shop first (npm run reset).')
  process.exit(1)
}
await makeManyOrders(client, count, new Date())
client.close()
console.log(`Made ${count} orders.`)
