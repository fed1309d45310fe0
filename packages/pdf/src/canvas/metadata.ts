/** The description of a file as XMP: that it is accessible (PDF/UA-1), or an archive too. */
export interface PdfInfo {
  title: string;
  author: string;
  subject: string;
  createdAt: Date;
}

/**
 * The same as the document information, whose dates have no fractions of seconds.
 * @param archived whether the file is a PDF/A-3
 */
export function metadata(info: PdfInfo, program: string, archived: boolean): Buffer {
  const { title, author, subject, createdAt } = info;
  const at = `${createdAt.toISOString().slice(0, 19)}Z`;
  const alt = (value: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(value)}</rdf:li></rdf:Alt>`;
  return Buffer.from(`<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${archived ? EXTENSION : ''}<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<dc:format>application/pdf</dc:format><dc:title>${alt(title)}</dc:title>
<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:description>${alt(subject)}</dc:description><xmp:CreatorTool>${program}</xmp:CreatorTool>
<xmp:CreateDate>${at}</xmp:CreateDate><xmp:ModifyDate>${at}</xmp:ModifyDate>
<pdf:Producer>${program}</pdf:Producer><pdfuaid:part>1</pdfuaid:part>${archived ? ARCHIVE : ''}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`);
}

/** Level A: tagged, with a Unicode text for all that is shown. */
const ARCHIVE = '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>';

/** A PDF/A describes each property that XMP itself does not have. */
const EXTENSION = `<rdf:Description rdf:about=""
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>
<rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li>
</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
`;

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (text: string): string =>
  text.replaceAll(/[&<>]/g, (character) => ENTITY[character] as string);
