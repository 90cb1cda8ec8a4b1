import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Message } from '#local/mail/email.ts'
import { type Mail, type MailOptions, startMail } from '#local/mail/server.ts'

const API_KEY = 're_test_0123456789'

export const EMAIL = {
  from: 'Apologize Better <flowers@apologizebetter.example>',
  to: 'sam@example.com',
  subject: 'Order confirmed: flowers by 8 PM EST',
  html: '<!DOCTYPE html><html><head><title>x</title></head><body><a href="https://shop.example/">Order</a></body></html>',
  text: 'Your flowers are on their way.',
}

export interface Post {
  mail: Mail
  options: MailOptions
  send(email: object, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>
  messages(): Promise<Message[]>
}

/** The mail stand-in on a free port, gone when the test is over. */
export async function startPost(): Promise<Post> {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return post({ file: join(folder, 'mail.db'), host: '127.0.0.1', port: 0, apiKey: API_KEY })
}

/** The same on a given file: for restarts. */
export async function post(options: MailOptions): Promise<Post> {
  const mail = await startMail(options)
  onTestFinished(() => mail.close())
  const authorization = `Bearer ${options.apiKey}`
  return {
    mail,
    options,
    send: (email, headers = {}, signal) =>
      fetch(`${mail.url}/emails`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(email),
        ...(signal ? { signal } : {}),
      }),
    messages: async () => (await fetch(`${mail.url}/_local/messages`)).json() as Promise<Message[]>,
  }
}
