/** The text in every bundle for its reader: its contents, and how to verify them. */
export const ABOUT = `Paquete de comprobantes electrónicos archivados.

Cada comprobante tiene una carpeta: RUC-TIPO-SERIE-NÚMERO-ID.
  *.xml               el comprobante firmado, como se envió a SUNAT
  R-*.zip             la constancia (CDR) de SUNAT
  R-*.contradice-*.zip  otra constancia, que contradice el resultado: queda como prueba
  *.pdf               la representación impresa, si se guardó
  registro.json       el comprobante y su resultado, con los nombres de la API
  respuesta-201.json  lo que respondió la API al emitirlo
  documento.json      todo lo que sabía la base de datos, con la historia de su envío;
                      con diseno.json basta para dibujar la representación impresa

manifiesto.jsonl  una línea JSON por comprobante; la primera es sobre el paquete
SHA256SUMS        la huella de cada archivo
SHA256SUMS.sig    la firma Ed25519 de SHA256SUMS

Para comprobarlo no hace falta Ráfaga ni su base de datos:
  unzip -q PAQUETE.zip -d paquete && cd paquete
  sha256sum --check --quiet SHA256SUMS
  openssl pkeyutl -verify -pubin -inkey CLAVE.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig

CLAVE.pem es la clave pública de quien archivó: recíbela por otro camino, y compárala con
clave-publica.pem. La firma del XML y la del CDR se comprueban con los certificados que llevan.
`;
