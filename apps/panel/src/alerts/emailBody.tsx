/** An alert as an e-mail: subject, plain text and HTML, in Spanish. */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { moment } from '../html/formats.js';
import { type AlertItem, type AlertMessage, HEADINGS } from './alertMessage.js';

export interface EmailBody {
  subject: string;
  text: string;
  html: string;
}

export const emailBody = (message: AlertMessage): EmailBody => ({
  subject: message.title.replace(/\s+/g, ' '),
  text: textOf(message),
  html: `<!doctype html>${renderToString(<Body message={message} />)}`,
});

function textOf({ items }: AlertMessage): string {
  const parts = HEADINGS.flatMap(([state, heading]) => {
    const own = items.filter((item) => item.state === state);
    return own.length === 0 ? [] : [heading, ...own.map(lines), ''];
  });
  return [...parts, 'Ráfaga. Horas de Lima.'].join('\n');
}

const lines = (item: AlertItem): string =>
  [`- ${item.text}`, item.advice && `  ${item.advice}`, `  ${timesOf(item)}`, `  ${item.link}`]
    .filter(Boolean)
    .join('\n');

const timesOf = ({ since, until }: AlertItem): string =>
  until
    ? `Del ${moment(new Date(since))} al ${moment(new Date(until))}.`
    : `Desde el ${moment(new Date(since))}.`;

function Body({ message }: { message: AlertMessage }): VNode {
  return (
    <html lang="es-PE">
      <body>
        {HEADINGS.map(([state, heading]) => {
          const own = message.items.filter((item) => item.state === state);
          return (
            own.length > 0 && (
              <>
                <h2>{heading}</h2>
                <ul>
                  {own.map((item) => (
                    <li key={item.link}>
                      <strong>{item.text}</strong> {item.advice}
                      <br />
                      {timesOf(item)} <a href={item.link}>Ver en el panel</a>
                    </li>
                  ))}
                </ul>
              </>
            )
          );
        })}
        <p>Ráfaga. Horas de Lima.</p>
      </body>
    </html>
  );
}
