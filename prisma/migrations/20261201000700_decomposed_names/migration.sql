-- A letter and its accent as two characters (NFD) are searched as the one letter that they are: "Pe´rez" was two words.
-- Names that were taken over before stay as they are, and are found by the client's document.
CREATE OR REPLACE FUNCTION "search_name"("name" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(lower(translate(left(normalize(name, NFC), 300),
    'ÁÀÂÄÃáàâäãÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÖÕóòôöõÚÙÛÜúùûüÑñÇç',
    'AAAAAaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuNnCc')), '[^a-z0-9]+', ' ', 'g')) $$;
